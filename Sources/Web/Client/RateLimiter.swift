// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Limits how many messages a page may send: so many a second on average, and some in a burst.
struct RateLimiter {
  private var left = PageLimits.messagesAtOnce
  private var last: MonotonicClock.Instant?

  /// Counts a message; false if it exceeds the limit.
  mutating func takes(at now: MonotonicClock.Instant) -> Bool {
    let seconds = last.map { (now - $0) / .seconds(1) } ?? 0
    last = now
    left = min(PageLimits.messagesAtOnce, left + seconds * PageLimits.messagesPerSecond)
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
