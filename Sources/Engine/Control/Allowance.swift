// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// How often something may be asked for: so many at once, and so many a second in the long run (a
/// token bucket).
package struct Allowance {
  /// How many come through at once after a pause.
  private let atOnce: Double
  private let perSecond: Double
  private var left: Double
  private var last: MonotonicClock.Instant?

  /// Nothing was asked for yet.
  package init(atOnce: Double, perSecond: Double) {
    (self.atOnce, self.perSecond, left) = (atOnce, perSecond, atOnce)
  }

  /// At most so many within any minute: half of them at once, the other half over that minute.
  package init(mostAMinute: Int) {
    let half = max(1, Double(mostAMinute) / 2)
    self.init(atOnce: half.rounded(.down), perSecond: half.rounded(.down) / 60)
  }

  /// Counts a request; false if there were too many.
  package mutating func takes(at now: MonotonicClock.Instant) -> Bool {
    guard hasRoom(at: now) else { return false }
    count(1)
    return true
  }

  /// Whether it takes another request.
  package mutating func hasRoom(at now: MonotonicClock.Instant) -> Bool { room(at: now) >= 1 }

  /// How many requests it takes now.
  package mutating func room(at now: MonotonicClock.Instant) -> Int {
    let seconds = last.map { (now - $0) / .seconds(1) } ?? 0
    last = now
    left = min(atOnce, left + seconds * perSecond)
    return max(0, Int(left))
  }

  /// Counts requests that came, more than it has room for too: the next ones wait the longer.
  package mutating func count(_ requests: Int) { left -= Double(requests) }

  /// The time until it takes another request, in seconds, from its last request on.
  var waitSeconds: Double { max(0, 1 - left) / perSecond }

  /// It is as new: it takes as many at once as in the beginning.
  package var isWhole: Bool { left >= atOnce }
}
