// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime

/// How often all callers together may ask for something. Each door has a share of its own, and a
/// caller at it half of that, so that one who floods stops nobody else.
package struct SharedAllowance {
  private let mostAMinute: Int
  private var doors: [HitSource: Allowance] = [:]
  /// Those who asked lately.
  private var callers: [CommandCaller: Allowance] = [:]

  /// Nothing was asked for yet.
  ///
  /// - Parameter mostAMinute: At each door.
  package init(mostAMinute: Int) { self.mostAMinute = mostAMinute }

  /// Counts a request; an error if there were too many.
  ///
  /// - Parameter operation: What is asked for, for who reads the error.
  package mutating func take(
    _ operation: @autoclosure () -> String, from caller: CommandCaller,
    at now: MonotonicClock.Instant = MonotonicClock.now
  ) throws(EngineError) {
    forgetQuiet(at: now)
    var door = doors[caller.door] ?? Allowance(mostAMinute: mostAMinute)
    // The only caller of a door has all of it.
    let most = caller.name == nil ? mostAMinute : max(1, mostAMinute / 2)
    var own = callers[caller] ?? Allowance(mostAMinute: most)
    guard own.hasRoom(at: now), door.hasRoom(at: now) else {
      let seconds = max(1, Int(max(own.waitSeconds, door.waitSeconds).rounded(.up)))
      throw EngineError(
        operation(), reason: "that was asked for too often: at most \(most) times a minute",
        advice: "wait \(seconds) s")
    }
    _ = own.takes(at: now)
    _ = door.takes(at: now)
    (doors[caller.door], callers[caller]) = (door, own)
  }

  /// Forgets the callers who may ask for as much as new ones.
  private mutating func forgetQuiet(at now: MonotonicClock.Instant) {
    callers = callers.filter { entry in
      var allowance = entry.value
      _ = allowance.hasRoom(at: now)
      return !allowance.isWhole
    }
  }
}
