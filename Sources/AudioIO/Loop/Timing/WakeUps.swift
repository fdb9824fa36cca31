// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells how late the audio thread wakes up for the periods of a stream.
///
/// Nobody is too early: the earliest wake-ups show when a period is due, and each is as late as it comes
/// after that. The line slowly follows the late ones, as the device's clock is not the system's; where the device has
/// waited itself, as a sound server that was held up may, it begins anew.
struct WakeUps: BitwiseCopyable, Sendable {
  /// Periods after a start that only show when the next are due.
  static var settlingPeriods: Int { @_noLocks get { 64 } }

  let periodNanoseconds: Int
  /// When the last period was due; 0 before the first.
  private(set) var dueNanoseconds = 0
  private var count = 0

  /// The wake-ups of a stream with this period.
  @_noLocks init(periodNanoseconds: Int) { self.periodNanoseconds = periodNanoseconds }

  /// The stream has started anew.
  @_noLocks mutating func restart() { (count, dueNanoseconds) = (0, 0) }

  /// Takes in that a period is served from `now` on; returns how late that is, in nanoseconds.
  ///
  /// - Parameter waitingNanoseconds: Sound that waits at the device, this period included: it cannot be later.
  @_noLocks mutating func wake(now: Int, waitingNanoseconds: Int) -> Int {
    let expected = dueNanoseconds + periodNanoseconds
    count += 1
    guard count > 1, now > expected, now - expected <= waitingNanoseconds else {
      dueNanoseconds = now
      return 0
    }
    let isSettling = count <= Self.settlingPeriods
    dueNanoseconds = expected + (now - expected) / (isSettling ? 8 : 256)
    return isSettling ? 0 : now - expected
  }
}
