// SPDX-License-Identifier: GPL-3.0-or-later

/// Multiplies the sound by a sine: of each tone f1 it makes two, at `|f1 - f2|` and `f1 + f2`, each
/// 6 dB lower. Bells and robots. No latency.
///
/// Formula: `y = x (1 - mix + mix sin 2π f2 t)`. Values: f2, 0.01...20,000 Hz; mix, 0...1.
/// Source: H. Bode, "The multiplier-type ring modulator", Electronic Music Review 1, 1967.
public struct RingModulator: StereoEffect, BitwiseCopyable, Sendable {
  private let sampleRateHz: Float
  private var values: ValueGlide
  private var oscillator = SlowSine()

  /// A modulator whose sine begins at 0. Values: frequency in Hz, mix.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    self.values = ValueGlide(Self.held(values, sampleRateHz))
  }

  /// Cycles a sample, mix.
  @_noLocks private static func held(_ values: SIMD8<Float>, _ rateHz: Float) -> SIMD8<Float> {
    SIMD8(
      EffectInput.held(values[0], 0.01, min(20_000, 0.49 * rateHz)) / rateHz,
      EffectInput.held(values[1], 0, 1), 0, 0, 0, 0, 0, 0)
  }

  /// Takes on another frequency and mix within `frameCount` frames; the sine goes on.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    self.values.glide(to: Self.held(values, sampleRateHz), frameCount: frameCount)
  }

  /// Modulates frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let values = values.next()
      let frame = frames + 2 * index
      let input = EffectInput.frame(frame)
      let output =
        input == .zero ? input : input * (1 - values[1] + values[1] * oscillator.sine)
      oscillator.advance(cycles: values[0])
      (frame[0], frame[1]) = (output.x, output.y)
    }
  }
}
