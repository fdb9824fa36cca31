// SPDX-License-Identifier: GPL-3.0-or-later

/// Measures how late the audio thread wakes up for the periods of a stream.
///
/// No wake-up is too early: the earliest ones show when a period is due, and each is as late as it
/// comes after that. The line slowly follows the late ones, because the device's clock differs from
/// the system's. If the device itself has waited, as a delayed sound server may, it begins again.
struct WakeUps: BitwiseCopyable, Sendable {
  /// Periods after a start that only show when the next are due.
  static var settlingPeriods: Int { @_noLocks get { 64 } }

  let periodNanoseconds: Int
  /// When the last period was due; 0 before the first.
  private(set) var dueNanoseconds = 0
  /// How late the last one seemed to be; while it is not certain yet when periods are due, it may
  /// have been less.
  private(set) var seemingLateNanoseconds = 0
  private var count = 0

  /// The wake-ups of a stream with this period.
  @_noLocks init(periodNanoseconds: Int) { self.periodNanoseconds = periodNanoseconds }

  /// The stream has started again, at a time in nanoseconds if that is known exactly.
  @_noLocks mutating func restart(at nanoseconds: Int? = nil) {
    (count, dueNanoseconds) = (nanoseconds == nil ? 0 : 1, nanoseconds ?? 0)
    seemingLateNanoseconds = 0
  }

  /// Takes in that a period is served from `now` on; returns how late that is, in nanoseconds.
  ///
  /// - Parameter waitingNanoseconds: Sound that waits at the device, this period included: it
  ///   cannot be later.
  @_noLocks mutating func wake(now: Int, waitingNanoseconds: Int) -> Int {
    let expected = dueNanoseconds + periodNanoseconds
    count += 1
    guard count > 1, now > expected, now - expected <= waitingNanoseconds else {
      (dueNanoseconds, seemingLateNanoseconds) = (now, 0)
      return 0
    }
    let isSettling = count <= Self.settlingPeriods
    seemingLateNanoseconds = now - expected
    dueNanoseconds = expected + (now - expected) / (isSettling ? 8 : 256)
    return isSettling ? 0 : now - expected
  }
}
