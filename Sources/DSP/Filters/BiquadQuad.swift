// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Coefficients of a second-order filter section, normalised so that a0 = 1.
///
/// Butterworth responses by the bilinear transform with prewarping. Source: U. Zölzer (ed.), "DAFX: Digital Audio
/// Effects", 2nd ed., Wiley 2011, table 2.2.
public struct BiquadCoefficients: BitwiseCopyable, Sendable {
  public let b0, b1, b2, a1, a2: Float

  /// Lets everything through.
  public static let identity = BiquadCoefficients(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0)
  /// Lets nothing through.
  public static let silence = BiquadCoefficients(b0: 0, b1: 0, b2: 0, a1: 0, a2: 0)

  private init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
    self.b0 = Float(b0)
    self.b1 = Float(b1)
    self.b2 = Float(b2)
    self.a1 = Float(a1)
    self.a2 = Float(a2)
  }

  /// -3 dB at `cutoffHz`, falling by 12 dB an octave below it; the cutoff lies in 0 ..< half the sample rate.
  public static func highPass(cutoffHz: Float, sampleRateHz: Float) -> BiquadCoefficients {
    let (warped, scale) = prewarp(cutoffHz: cutoffHz, sampleRateHz: sampleRateHz)
    return BiquadCoefficients(
      b0: scale, b1: -2 * scale, b2: scale, a1: 2 * (warped * warped - 1) * scale,
      a2: (1 - 2.0.squareRoot() * warped + warped * warped) * scale)
  }

  /// -3 dB at `cutoffHz`, falling by 12 dB an octave above it; the cutoff lies in 0 ..< half the sample rate.
  public static func lowPass(cutoffHz: Float, sampleRateHz: Float) -> BiquadCoefficients {
    let (warped, scale) = prewarp(cutoffHz: cutoffHz, sampleRateHz: sampleRateHz)
    let gain = warped * warped * scale
    return BiquadCoefficients(
      b0: gain, b1: 2 * gain, b2: gain, a1: 2 * (warped * warped - 1) * scale,
      a2: (1 - 2.0.squareRoot() * warped + warped * warped) * scale)
  }

  private static func prewarp(
    cutoffHz: Float, sampleRateHz: Float
  ) -> (warped: Double, scale: Double) {
    precondition(cutoffHz > 0 && cutoffHz < sampleRateHz / 2, "a cutoff lies below Nyquist")
    let angle = Float.pi * cutoffHz / sampleRateHz
    let warped = Double(rt_sin(angle)) / Double(rt_cos(angle))
    return (warped, 1 / (1 + 2.0.squareRoot() * warped + warped * warped))
  }
}

/// Four second-order sections side by side, one in each lane. No latency beyond their own phase.
public struct BiquadQuad: BitwiseCopyable, Sendable {
  @usableFromInline var b0 = SIMD4<Float>.zero
  @usableFromInline var b1 = SIMD4<Float>.zero
  @usableFromInline var b2 = SIMD4<Float>.zero
  @usableFromInline var a1 = SIMD4<Float>.zero
  @usableFromInline var a2 = SIMD4<Float>.zero
  @usableFromInline var firstDelay = SIMD4<Float>.zero
  @usableFromInline var secondDelay = SIMD4<Float>.zero

  /// One section a lane.
  public init(_ sections: InlineArray<4, BiquadCoefficients>) {
    for lane in 0..<4 {
      b0[lane] = sections[lane].b0
      b1[lane] = sections[lane].b1
      b2[lane] = sections[lane].b2
      a1[lane] = sections[lane].a1
      a2[lane] = sections[lane].a2
    }
  }

  /// Forgets the past, as if no sample had been processed.
  public mutating func reset() {
    firstDelay = .zero
    secondDelay = .zero
  }

  /// Takes up the state that an input reaches that has been the same for ever, so that an offset
  /// makes no step.
  @_noLocks public mutating func settle(on input: SIMD4<Float>) {
    let output = input * (b0 + b1 + b2) / (1 + a1 + a2)
    firstDelay = output - b0 * input
    secondDelay = b2 * input - a2 * output
  }

  /// Filters the next sample of each lane (transposed direct form II).
  @_noLocks @inlinable @inline(__always)
  public mutating func process(_ input: SIMD4<Float>) -> SIMD4<Float> {
    let output = b0 * input + firstDelay
    firstDelay = b1 * input - a1 * output + secondDelay
    secondDelay = b2 * input - a2 * output
    return output
  }
}
