// SPDX-License-Identifier: GPL-3.0-or-later

/// The identity up to a knee, then a curve whose slope falls from 1 to 0 as a smoothstep does, so that value, slope and
/// curvature are continuous everywhere.
struct SaturationCurve: BitwiseCopyable {
  /// Up to here the curve is the identity.
  let knee: Float
  /// Where it ends.
  let ceiling: Float
  /// From the knee to where the curve is flat. Its mean slope on the way is a half.
  private var width: Float { @_noLocks get { 2 * (ceiling - knee) } }

  /// A curve; the knee lies between 0 and the ceiling.
  @_noLocks init(knee: Float, ceiling: Float) {
    self.knee = knee
    self.ceiling = ceiling
  }

  /// Where the curve leads each sample.
  @_noLocks func saturated(_ samples: SIMD8<Float>) -> SIMD8<Float> {
    let bits = unsafeBitCast(samples, to: SIMD8<UInt32>.self)
    let magnitudes = unsafeBitCast(bits & 0x7fff_ffff, to: SIMD8<Float>.self)
    var t = (magnitudes - knee) * (1 / width)
    t.replace(with: 0, where: t .< 0)
    t.replace(with: 1, where: t .> 1)
    // The integral of 1 - smoothstep(t) from the knee.
    var curve = knee + width * (t - t * t * t * (1 - 0.5 * t))
    curve.replace(with: magnitudes, where: magnitudes .<= knee)
    curve.replace(with: ceiling, where: curve .> ceiling)
    let signed = unsafeBitCast(curve, to: SIMD8<UInt32>.self) | (bits & 0x8000_0000)
    return unsafeBitCast(signed, to: SIMD8<Float>.self)
  }
}
