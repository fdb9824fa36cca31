// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Four level followers side by side. Each approaches its input with one time constant when it
/// rises and another when it falls.
///
/// Input and output are in the same unit, amplitude or power. No latency.
public struct EnvelopeQuad: BitwiseCopyable, Sendable {
  /// The present level of each lane. It may be set, for instance to hold a level.
  public var level = SIMD4<Float>.zero
  @usableFromInline let riseCoefficients: SIMD4<Float>
  @usableFromInline let fallCoefficients: SIMD4<Float>

  /// - Parameters:
  ///   - riseSeconds: Time to cover 63 % of an upward step, for each lane; 0 is at once.
  ///   - fallSeconds: The same for a downward step.
  public init(riseSeconds: SIMD4<Float>, fallSeconds: SIMD4<Float>, sampleRateHz: Float) {
    riseCoefficients = Self.coefficients(seconds: riseSeconds, sampleRateHz: sampleRateHz)
    fallCoefficients = Self.coefficients(seconds: fallSeconds, sampleRateHz: sampleRateHz)
  }

  /// Forgets the past, as if no sample had been processed.
  public mutating func reset() { level = .zero }

  /// Follows the next sample of each lane.
  @_noLocks @inlinable @inline(__always) public mutating func process(_ input: SIMD4<Float>) {
    let coefficients = fallCoefficients.replacing(with: riseCoefficients, where: input .> level)
    level += coefficients * (input - level)
  }

  /// The share of the way that each lane covers with one sample if it covers 63 % of a step in
  /// `seconds`; 0 is at once.
  public static func coefficients(seconds: SIMD4<Float>, sampleRateHz: Float) -> SIMD4<Float> {
    var coefficients = SIMD4<Float>(repeating: 1)
    for lane in 0..<4 where seconds[lane] > 0 {
      coefficients[lane] = 1 - rt_exp(-1 / (seconds[lane] * sampleRateHz))
    }
    return coefficients
  }
}
