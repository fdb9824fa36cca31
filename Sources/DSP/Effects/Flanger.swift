// SPDX-License-Identifier: GPL-3.0-or-later

/// Plays the sound a second time, 0.3 to 4.7 ms later, and some of that again: a comb of nulls
/// sweeps through it like a jet. The right side swings a quarter turn ahead. No latency.
///
/// Formula: `w[n] = x[n] + 0.6 w[n - d[n]]`, `y[n] = (1 - mix) x[n] + mix w[n - d[n]]`,
/// `d = 2.5 ms + depth 2.2 ms sin 2π f t`, at least 11 frames. Values: rate f, 0.01...10 Hz; depth,
/// 0...1; mix, 0...1. Source: J. Dattorro, "Effect design, part 2: delay-line modulation and
/// chorus", J. AES 45, 1997.
public struct Flanger: StereoEffect, ~Copyable {
  /// The delay swings around this,
  private static var middleSeconds: Float { @_noLocks get { 0.0025 } }
  /// by this to either side at full depth.
  private static var swingSeconds: Float { @_noLocks get { 0.0022 } }
  /// What comes back of what is delayed.
  private static var feedback: Float { @_noLocks get { 0.6 } }

  private let sampleRateHz: Float
  private var values: ValueGlide
  private var oscillator = SlowSine()
  private var line: StereoDelayLine

  /// A flanger of silence. Values: rate in Hz, depth, mix.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    self.values = ValueGlide(Self.held(values, sampleRateHz))
    line = StereoDelayLine(
      mostFrames: Int((Self.middleSeconds + Self.swingSeconds) * sampleRateHz) + 1)
  }

  /// Cycles a frame, swing in frames, mix.
  @_noLocks private static func held(_ values: SIMD8<Float>, _ rateHz: Float) -> SIMD8<Float> {
    SIMD8(
      EffectInput.held(values[0], 0.01, 10) / rateHz,
      EffectInput.held(values[1], 0, 1) * swingSeconds * rateHz,
      EffectInput.held(values[2], 0, 1), 0, 0, 0, 0, 0)
  }

  /// Takes on another rate, depth and mix within `frameCount` frames; the swing goes on.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    self.values.glide(to: Self.held(values, sampleRateHz), frameCount: frameCount)
  }

  /// Adds the delayed sound to frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    let middle = Self.middleSeconds * sampleRateHz
    for index in 0..<count {
      let values = values.next()
      let frame = frames + 2 * index
      let input = EffectInput.frame(frame)
      var old = SIMD2<Float>.zero
      if !line.isSilent {
        old.x = line.read(delayFrames: Self.held(middle + values[1] * oscillator.sine)).x
        old.y = line.read(delayFrames: Self.held(middle + values[1] * oscillator.cosine)).y
      }
      oscillator.advance(cycles: values[0])
      line.write(input + Self.feedback * old)
      let output = input + values[2] * (old - input)
      (frame[0], frame[1]) = (output.x, output.y)
    }
  }

  @_noLocks private static func held(_ delayFrames: Float) -> Double {
    max(StereoDelayLine.leastFrames, Double(delayFrames))
  }
}
