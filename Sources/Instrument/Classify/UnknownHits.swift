// SPDX-License-Identifier: GPL-3.0-or-later

/// How many of the last strikes that were beyond doubt were none of the player's sounds: another
/// person plays, or the same one elsewhere. Then the bounds widen stroke by stroke, so that the
/// nearest sounds answer.
struct UnknownHits: BitwiseCopyable {
  private static var most: Float { @_noLocks get { 1.5 } }
  /// This many of the last six.
  private static var fewest: Int { @_noLocks get { 4 } }
  private static var step: Float { @_noLocks get { 0.5 } }
  private var last: UInt8 = 0

  /// An offset to every margin. A sound quite unlike the player's, a bell or a tick, lies farther
  /// off than this offset reaches.
  private(set) var tolerance: Float = 0

  @_noLocks mutating func add(isForeign: Bool) {
    last = (last << 1 | (isForeign ? 1 : 0)) & 0b11_1111
    let change = last.nonzeroBitCount >= Self.fewest ? Self.step : -Self.step
    tolerance = min(Self.most, max(0, tolerance + change))
  }
}
