// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes the sound louder and softer in turn, along a sine, between full level and `1 - depth`.
/// No latency.
///
/// Formula: `y = x (1 - depth (1 - cos 2π f t) / 2)`. Values: rate, 0.01...40 Hz; depth, 0...1;
/// mix, 0...1.
public struct Tremolo: StereoEffect, BitwiseCopyable, Sendable {
  private let sampleRateHz: Float
  private var values: ValueGlide
  private var oscillator = SlowSine()

  /// A tremolo that begins at full level. Values: rate in Hz, depth, mix.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    self.values = ValueGlide(Self.held(values, sampleRateHz))
  }

  /// Cycles a sample, half of the depth that is heard.
  @_noLocks private static func held(_ values: SIMD8<Float>, _ rateHz: Float) -> SIMD8<Float> {
    SIMD8(
      EffectInput.held(values[0], 0.01, 40) / rateHz,
      0.5 * EffectInput.held(values[1], 0, 1) * EffectInput.held(values[2], 0, 1),
      0, 0, 0, 0, 0, 0)
  }

  /// Takes on another rate and depth within `frameCount` frames; the sine goes on.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    self.values.glide(to: Self.held(values, sampleRateHz), frameCount: frameCount)
  }

  /// Changes the level of frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let values = values.next()
      let frame = frames + 2 * index
      let input = EffectInput.frame(frame)
      let output = input == .zero ? input : input * (1 - values[1] * (1 - oscillator.cosine))
      oscillator.advance(cycles: values[0])
      (frame[0], frame[1]) = (output.x, output.y)
    }
  }
}
