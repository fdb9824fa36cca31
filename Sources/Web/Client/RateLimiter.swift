// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// How much a page may still ask for: so many messages a second, and some at once.
struct RateLimiter {
  private var left = PageLimits.messagesAtOnce
  private var last: MonotonicClock.Instant?

  /// Takes one; false where none is left.
  mutating func takes(at now: MonotonicClock.Instant) -> Bool {
    let seconds = last.map { (now - $0) / .seconds(1) } ?? 0
    last = now
    left = min(PageLimits.messagesAtOnce, left + seconds * PageLimits.messagesPerSecond)
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
