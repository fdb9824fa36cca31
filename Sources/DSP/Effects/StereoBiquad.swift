// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Coefficients of a second-order section, normalised so that a0 = 1.
///
/// Source: R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients" (W3C, Audio EQ Cookbook).
public struct BiquadSection: BitwiseCopyable, Sendable {
  /// b0, b1, b2, a1, a2.
  let coefficients: SIMD8<Double>

  /// The angle of a frequency a sample, by its sine and cosine.
  private struct Angle {
    let sine, cosine: Double
    /// 1 - cosine, exact where the angle is small.
    let versine: Double

    /// A frequency is held between 1 Hz and 49 % of the sample rate.
    @_noLocks init(hertz: Float, sampleRateHz: Float) {
      let held = max(1, min(hertz, 0.49 * sampleRateHz))
      let half = Double(rt_sin(.pi * held / sampleRateHz))
      sine = 2 * half * Double(rt_cos(.pi * held / sampleRateHz))
      versine = 2 * half * half
      cosine = 1 - versine
    }
  }

  @_noLocks private init(_ b: SIMD4<Double>, a0: Double, a1: Double, a2: Double) {
    coefficients = SIMD8(b.x, b.y, b.z, a1, a2, 0, 0, 0) / a0
  }

  /// Falls by 12 dB an octave above `cutoffHz`, where it has a gain of `q`; at 0.71 without a peak.
  @_noLocks public static func lowPass(cutoffHz: Float, q: Float, sampleRateHz: Float) -> Self {
    let angle = Angle(hertz: cutoffHz, sampleRateHz: sampleRateHz)
    let alpha = angle.sine / (2 * Double(q))
    let side = angle.versine / 2
    return Self(
      SIMD4(side, angle.versine, side, 0), a0: 1 + alpha, a1: -2 * angle.cosine, a2: 1 - alpha)
  }

  /// Falls by 12 dB an octave below `cutoffHz`, where it has a gain of `q`; at 0.71 without a peak.
  @_noLocks public static func highPass(cutoffHz: Float, q: Float, sampleRateHz: Float) -> Self {
    let angle = Angle(hertz: cutoffHz, sampleRateHz: sampleRateHz)
    let alpha = angle.sine / (2 * Double(q))
    let middle = 1 + angle.cosine
    return Self(
      SIMD4(middle / 2, -middle, middle / 2, 0), a0: 1 + alpha, a1: -2 * angle.cosine,
      a2: 1 - alpha)
  }

  /// Leaves `cutoffHz` as it is, and falls by 6 dB an octave on both sides; the bandwidth is `cutoffHz / q`.
  @_noLocks public static func bandPass(cutoffHz: Float, q: Float, sampleRateHz: Float) -> Self {
    let angle = Angle(hertz: cutoffHz, sampleRateHz: sampleRateHz)
    let alpha = angle.sine / (2 * Double(q))
    return Self(
      SIMD4(alpha, 0, -alpha, 0), a0: 1 + alpha, a1: -2 * angle.cosine, a2: 1 - alpha)
  }

  /// Takes `hertz` away; the bandwidth at -3 dB is `hertz / q`.
  @_noLocks public static func notch(hertz: Float, q: Float, sampleRateHz: Float) -> Self {
    let angle = Angle(hertz: hertz, sampleRateHz: sampleRateHz)
    let alpha = angle.sine / (2 * Double(q))
    let middle = -2 * angle.cosine
    return Self(SIMD4(1, middle, 1, 0), a0: 1 + alpha, a1: middle, a2: 1 - alpha)
  }

  /// Raises or lowers the surroundings of `hertz` by `gainDecibels`; the bandwidth where half of the decibels are left is
  /// `hertz / q`.
  @_noLocks public static func peak(
    hertz: Float, q: Float, gainDecibels: Float, sampleRateHz: Float
  ) -> Self {
    let angle = Angle(hertz: hertz, sampleRateHz: sampleRateHz)
    let alpha = angle.sine / (2 * Double(q))
    let gain = Self.halfGain(gainDecibels)
    let middle = -2 * angle.cosine
    return Self(
      SIMD4(1 + alpha * gain, middle, 1 - alpha * gain, 0), a0: 1 + alpha / gain, a1: middle,
      a2: 1 - alpha / gain)
  }

  /// Raises or lowers what lies below `hertz` by `gainDecibels`, half of them at `hertz`; at a `q` of 0.71 without a bump.
  @_noLocks public static func lowShelf(
    hertz: Float, q: Float, gainDecibels: Float, sampleRateHz: Float
  ) -> Self {
    shelf(hertz: hertz, q: q, gainDecibels: gainDecibels, sampleRateHz: sampleRateHz, side: 1)
  }

  /// The same of what lies above `hertz`.
  @_noLocks public static func highShelf(
    hertz: Float, q: Float, gainDecibels: Float, sampleRateHz: Float
  ) -> Self {
    shelf(hertz: hertz, q: q, gainDecibels: gainDecibels, sampleRateHz: sampleRateHz, side: -1)
  }

  /// - Parameter side: 1 for a low shelf, -1 for a high one, whose frequencies are mirrored.
  @_noLocks private static func shelf(
    hertz: Float, q: Float, gainDecibels: Float, sampleRateHz: Float, side: Double
  ) -> Self {
    let angle = Angle(hertz: hertz, sampleRateHz: sampleRateHz)
    let gain = Self.halfGain(gainDecibels)
    let root = Self.halfGain(gainDecibels / 2) * angle.sine / Double(q)
    let (more, less) = (gain + 1, gain - 1)
    let cosine = side * angle.cosine
    return Self(
      SIMD4(
        gain * (more - less * cosine + root), side * 2 * gain * (less - more * cosine),
        gain * (more - less * cosine - root), 0),
      a0: more + less * cosine + root, a1: side * -2 * (less + more * cosine),
      a2: more + less * cosine - root)
  }

  /// The root of a gain, linear.
  @_noLocks private static func halfGain(_ decibels: Float) -> Double {
    Double(Units.amplitude(decibels: decibels / 2))
  }

  /// One pole: falls by 6 dB an octave above `cutoffHz`. It is that of an exponential mean.
  @_noLocks public static func gentleLowPass(cutoffHz: Float, sampleRateHz: Float) -> Self {
    let pole = Double(rt_exp(-2 * .pi * cutoffHz / sampleRateHz))
    return Self(SIMD4(1 - pole, 0, 0, 0), a0: 1, a1: -pole, a2: 0)
  }

  /// One pole: falls by 6 dB an octave below `cutoffHz`.
  @_noLocks public static func gentleHighPass(cutoffHz: Float, sampleRateHz: Float) -> Self {
    let pole = Double(rt_exp(-2 * .pi * cutoffHz / sampleRateHz))
    let side = (1 + pole) / 2
    return Self(SIMD4(side, -side, 0, 0), a0: 1, a1: -pole, a2: 0)
  }
}

/// A second-order section of stereo, whose coefficients glide. No latency beyond its own phase.
///
/// Between two sections it takes every mixture of their coefficients: each of these is stable, since the stable ones form a
/// triangle. It computes in double precision, in which a cutoff of 20 Hz is exact. What rings on below -240 dB is silence.
public struct StereoBiquad: BitwiseCopyable, Sendable {
  private static var silence: Double { @_noLocks get { 1e-15 } }

  private var target: SIMD8<Double>
  /// From ``target`` back to where the glide begins.
  private var wayBack = SIMD8<Double>.zero
  private var remainingFrames = 0
  private var frameShare = 0.0
  private var firstDelay = SIMD2<Double>.zero
  private var secondDelay = SIMD2<Double>.zero

  /// A section at rest.
  @_noLocks public init(_ section: BiquadSection) { target = section.coefficients }

  /// Forgets the past, as if no sample had been processed.
  @_noLocks public mutating func reset() {
    (firstDelay, secondDelay) = (.zero, .zero)
    remainingFrames = 0
  }

  /// Becomes another section, which the frame `frameCount` from now is the first to be, at least 1.
  @_noLocks public mutating func glide(to section: BiquadSection, frameCount: Int) {
    let start = coefficients(ahead: -1)
    target = section.coefficients
    remainingFrames = max(1, frameCount)
    wayBack = start - target
    frameShare = 1 / Double(remainingFrames)
  }

  /// Those of the frame that comes so many after the next one, along an S-curve.
  @_noLocks private func coefficients(ahead frames: Int) -> SIMD8<Double> {
    guard frames < remainingFrames else { return target }
    let share = Double(remainingFrames &- 1 &- frames) * frameShare
    return target + wayBack * (share * share * (3 - 2 * share))
  }

  /// Filters frames of interleaved stereo where they lie (transposed direct form II). What is no number is forgotten.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    let moving = min(count, remainingFrames)
    for frame in 0..<moving { step(frames + 2 * frame, coefficients(ahead: frame)) }
    remainingFrames &-= moving
    let still = target
    for frame in moving..<count { step(frames + 2 * frame, still) }
    let sum = firstDelay + secondDelay
    if !(sum.x + sum.y).isFinite { reset() }
  }

  @inline(__always) @_noLocks private mutating func step(
    _ frame: UnsafeMutablePointer<Float>, _ by: SIMD8<Double>
  ) {
    let input = SIMD2(Double(frame[0]), Double(frame[1]))
    let output = by[0] * input + firstDelay
    let first = by[1] * input - by[3] * output + secondDelay
    let second = by[2] * input - by[4] * output
    let isSilent = Self.isSilent(first) .& Self.isSilent(second)
    firstDelay = first.replacing(with: 0, where: isSilent)
    secondDelay = second.replacing(with: 0, where: isSilent)
    (frame[0], frame[1]) = (Float(output.x), Float(output.y))
  }

  @inline(__always) @_noLocks private static func isSilent(
    _ state: SIMD2<Double>
  ) -> SIMDMask<SIMD2<Int64>> {
    (state .< silence) .& (state .> -silence)
  }
}
