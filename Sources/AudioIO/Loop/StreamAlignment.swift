// SPDX-License-Identifier: GPL-3.0-or-later

/// Notices that capture and playback on one clock are whole periods further apart than they should
/// be.
///
/// Streams that cannot be linked may start in different cycles of the device. One of them may also
/// be seen a cycle ahead for a moment, so only a lasting distance counts.
struct StreamAlignment: BitwiseCopyable {
  /// The periods in a row for which the streams must be apart before they are corrected.
  static var patiencePeriods: Int { @_noLocks get { 8 } }

  private var apartPeriods = 0
  private var count = 0

  /// Streams that have just been started.
  @_noLocks init() {}

  /// Takes the distance of capture ahead of playback while both were at rest, in frames beyond the
  /// intended one. Returns the correction in periods: above 0 skip input, below it insert silence.
  @_noLocks mutating func periodsToSkip(apartFrames: Int, periodFrames: Int) -> Int {
    let half = apartFrames < 0 ? -periodFrames / 2 : periodFrames / 2
    let periods = (apartFrames + half) / periodFrames
    count = periods == apartPeriods ? count + 1 : 1
    apartPeriods = periods
    guard count >= Self.patiencePeriods else { return 0 }
    count = 0
    return periods
  }
}
