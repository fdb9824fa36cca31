// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Makes the sound as coarse as an early sampler: fewer levels, and fewer samples a second, each of
/// which is held until the next. It aliases on purpose. No latency.
///
/// Levels are the multiples of `2^(1 - bits)`, 0 among them (mid-tread); beyond full scale they go
/// on. Values: bits, 1...24; rate, 100...192,000 Hz. A rate above the sample rate takes every sample. Source: U. Zölzer (ed.), "DAFX: Digital audio effects", 2011, chapter 4.
public struct BitCrusher: StereoEffect, BitwiseCopyable, Sendable {
  private let sampleRateHz: Float
  private var values: ValueGlide
  /// Counts up to 1, at which the next sample is taken.
  private var phase = 1.0
  private var kept = SIMD2<Float>.zero

  /// A crusher that takes the first sample. Values: bits, rate in Hz.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    self.values = ValueGlide(Self.held(values, sampleRateHz))
  }

  /// The distance of two levels, samples taken a frame.
  @_noLocks private static func held(_ values: SIMD8<Float>, _ rateHz: Float) -> SIMD8<Float> {
    let bits = Float(Int(EffectInput.held(values[0], 1, 24) + 0.5))
    return SIMD8(
      rt_exp2(1 - bits), min(1, EffectInput.held(values[1], 100, 192_000) / rateHz),
      0, 0, 0, 0, 0, 0)
  }

  /// Takes on other values within `frameCount` frames.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    self.values.glide(to: Self.held(values, sampleRateHz), frameCount: frameCount)
  }

  /// Crushes frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let values = values.next()
      let frame = frames + 2 * index
      let input = EffectInput.frame(frame)
      if phase >= 1 {
        phase -= 1
        kept = SIMD2(Self.level(input.x, values[0]), Self.level(input.y, values[0]))
      }
      phase += Double(values[1])
      (frame[0], frame[1]) = (kept.x, kept.y)
    }
  }

  /// The level nearest to a sample; of two equally near ones that farther from 0.
  @_noLocks private static func level(_ sample: Float, _ distance: Float) -> Float {
    distance * Float(Int(sample / distance + (sample < 0 ? -0.5 : 0.5)))
  }
}
