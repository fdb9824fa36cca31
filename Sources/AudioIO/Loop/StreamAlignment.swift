// SPDX-License-Identifier: GPL-3.0-or-later

/// Notices that capture and playback of one clock are whole periods further apart than they should be.
///
/// Streams that cannot be linked may start in different cycles of the device. One of the two may also be
/// seen a cycle ahead for a moment, so only what lasts counts.
struct StreamAlignment: BitwiseCopyable {
  /// Periods in a row for which the streams must be apart to be brought together.
  static var patiencePeriods: Int { @_noLocks get { 8 } }

  private var apartPeriods = 0
  private var count = 0

  /// Streams that have just been started.
  @_noLocks init() {}

  /// Takes in how far capture was ahead of playback while both were at rest, in frames beyond what
  /// is intended. Returns by how many periods they are to be brought together: above 0 input is
  /// to be left out, below it silence put in.
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
