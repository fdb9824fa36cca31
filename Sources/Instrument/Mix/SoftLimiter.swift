// SPDX-License-Identifier: GPL-3.0-or-later

/// Keeps the output under a ceiling without touching what is quiet. No latency, no memory.
///
/// The identity up to the knee, then a curve whose slope falls from 1 to 0 as a smoothstep does, so that value,
/// slope and curvature are continuous everywhere. The ceiling is reached at +3.1 dBFS and never passed, whatever
/// comes in; NaN becomes silence.
public struct SoftLimiter {
  /// Up to this amplitude, -6 dBFS, samples pass bit by bit.
  public static let kneeAmplitude: Float = 0.501_187_2
  /// No sample is larger: -0.3 dBFS.
  public static let ceilingAmplitude: Float = 0.966_050_9
  /// From the knee to where the curve is flat. Its mean slope on the way is a half.
  private static let kneeWidth: Float = 2 * (0.966_050_9 - 0.501_187_2)

  /// How much later the output is.
  public static let latencyFrames = 0

  /// A limiter with nothing to forget.
  public init() {}

  /// Limits each sample of the block.
  @_noLocks public mutating func process(_ block: inout MutableSpan<Float>) {
    block.withUnsafeMutableBufferPointer { Self.process($0) }
  }

  @_noLocks private static func process(_ block: UnsafeMutableBufferPointer<Float>) {
    guard let base = block.baseAddress else { return }
    let samples = UnsafeMutableRawPointer(base)
    var index = 0
    while index &+ 8 <= block.count {
      let offset = index &* 4
      let limited = limit(samples.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self))
      samples.storeBytes(of: limited, toByteOffset: offset, as: SIMD8<Float>.self)
      index &+= 8
    }
    while index < block.count {
      base[index] = limit(SIMD8(repeating: base[index]))[0]
      index &+= 1
    }
  }

  @_noLocks private static func limit(_ input: SIMD8<Float>) -> SIMD8<Float> {
    let samples = input.replacing(with: 0, where: input .!= input)
    let bits = unsafeBitCast(samples, to: SIMD8<UInt32>.self)
    let magnitudes = unsafeBitCast(bits & 0x7fff_ffff, to: SIMD8<Float>.self)
    var t = (magnitudes - kneeAmplitude) * (1 / kneeWidth)
    t.replace(with: 1, where: t .> 1)
    // The integral of 1 - smoothstep(t) from the knee.
    var curve = kneeAmplitude + kneeWidth * (t - t * t * t * (1 - 0.5 * t))
    curve.replace(with: ceilingAmplitude, where: curve .> ceilingAmplitude)
    let signed = unsafeBitCast(curve, to: SIMD8<UInt32>.self) | (bits & 0x8000_0000)
    return unsafeBitCast(signed, to: SIMD8<Float>.self)
      .replacing(with: samples, where: magnitudes .<= kneeAmplitude)
  }
}
