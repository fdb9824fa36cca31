// SPDX-License-Identifier: GPL-3.0-or-later

/// How much a ``SoftLimiter`` takes away from a wave, as a function of the wave's peak. Up to a
/// knee it takes nothing, then 2 % (0.18 dB) that set in gently, then as much as keeps the peak
/// below a ceiling. Beyond full scale it takes 0.35 dB more: a wave that is so much too loud rises
/// higher between two samples than it seems. Value, slope and curvature are continuous everywhere.
///
/// The 2 % are the reason why a slow sine at full scale has a distortion of less than 1 %: no curve
/// with a slope that only falls keeps it below -0.3 dBFS with so little.
enum ReductionCurve {
  /// Up to here nothing is taken away: -6 dBFS.
  static var knee: Float { @_noLocks get { 0.501_187_2 } }
  /// From here on peaks are held.
  static var holdingKnee: Float { @_noLocks get { 0.96 } }
  /// No remaining peak is higher.
  static var ceiling: Float { @_noLocks get { 0.963 } }
  /// The share of a remaining peak that is taken away on the way from full scale to 2 dB over it.
  private static var farShare: Float { @_noLocks get { 0.04 } }
  private static var farWidth: Float { @_noLocks get { 0.25 } }
  private static var gentleShare: Float { @_noLocks get { 0.02 } }
  private static var gentleWidth: Float { @_noLocks get { 0.2 } }
  /// Over this width the slope falls to 0 as a smoothstep does: half of it is covered.
  private static var holdingWidth: Float {
    @_noLocks get { 2 * (ceiling / (1 - gentleShare) - holdingKnee) }
  }

  /// Finds the shares of `frameCount` groups of eight excesses.
  @_noLocks static func findShares(
    excesses: UnsafePointer<Float>, frameCount: Int, into shares: UnsafeMutablePointer<SIMD8<Float>>
  ) {
    let groups = UnsafeRawPointer(excesses)
    for frame in 0..<frameCount {
      shares[frame] = share(
        excesses: groups.loadUnaligned(fromByteOffset: 32 &* frame, as: SIMD8<Float>.self))
    }
  }

  /// The share of each wave, 0...1, by how far its peak is above the knee; exactly 0 for 0.
  @_noLocks static func share(excesses: SIMD8<Float>) -> SIMD8<Float> {
    var t = excesses * (1 / gentleWidth)
    t.replace(with: 1, where: t .> 1)
    let gentle = gentleShare * smooth(t)
    let peaks = knee + excesses
    var above = peaks - holdingKnee
    above.replace(with: 0, where: above .< 0)
    var u = above * (1 / holdingWidth)
    u.replace(with: 1, where: u .> 1)
    var beyond = above - holdingWidth
    beyond.replace(with: 0, where: beyond .< 0)
    // The integral of smoothstep(u), and what is behind its end.
    let held = holdingWidth * (u * u * u * (1 - 0.5 * u)) + beyond
    let taken = gentle + (1 - gentleShare) * held / peaks
    var far = (peaks - 1) * (1 / farWidth)
    far.replace(with: 0, where: far .< 0)
    far.replace(with: 1, where: far .> 1)
    return taken + (1 - taken) * (farShare * smooth(far))
  }

  /// From 0 to 1 as `t` goes, without a jump in slope or curvature.
  @_noLocks private static func smooth(_ t: SIMD8<Float>) -> SIMD8<Float> {
    t * t * t * (10 + t * (6 * t - 15))
  }
}
