// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// How often something may be asked for: at most so many times within any minute.
package struct Allowance {
  private static let span = Duration.seconds(60)

  private let mostAMinute: Int
  /// When it was asked for within the last minute, in order.
  private var times: [MonotonicClock.Instant] = []

  /// Nothing was asked for yet.
  package init(mostAMinute: Int) { self.mostAMinute = mostAMinute }

  /// Counts a request; an error if there were too many.
  ///
  /// - Parameter operation: What is asked for, for who reads the error.
  package mutating func take(
    _ operation: @autoclosure () -> String, at now: MonotonicClock.Instant = MonotonicClock.now
  ) throws(EngineError) {
    times.removeAll { now - $0 >= Self.span }
    guard times.count < mostAMinute else {
      let seconds = Int(((times[0] + Self.span - now) / .seconds(1)).rounded(.up))
      throw EngineError(
        operation(), reason: "that was asked for \(mostAMinute) times within a minute, the limit",
        advice: "wait \(seconds) s")
    }
    times.append(now)
  }
}
