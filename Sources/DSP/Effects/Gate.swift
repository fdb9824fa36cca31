// SPDX-License-Identifier: GPL-3.0-or-later

/// Lets nothing through that is softer than its threshold. It opens when a sample is louder, and
/// closes after 20 ms in which none was louder than 3 dB below the threshold. Both sides open and
/// close together. No latency, no look-ahead.
///
/// Values: threshold, -90...0 dBFS; attack, 0.00005...0.5 s; release, 0.005...5 s, in which the gain
/// goes 63 % of the way. Open for long, frames pass bit by bit; closed for long, they are zero.
public struct Gate: StereoEffect, BitwiseCopyable, Sendable {
  private static var holdSeconds: Float { @_noLocks get { 0.02 } }
  private static var hysteresisDecibels: Float { @_noLocks get { 3 } }
  /// A gain this near to its end, -120 dB, is there.
  private static var negligible: Double { @_noLocks get { 1e-6 } }

  private let sampleRateHz: Float
  private let holdFrames: Int
  /// Threshold, that at which it closes, shares of the way in a frame (attack, release).
  private var values: SIMD4<Float>
  private var gain = 0.0
  /// The frames for which it is still open.
  private var openFrames = 0

  /// A closed gate. Values: threshold, attack, release.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    holdFrames = Units.frames(seconds: Self.holdSeconds, sampleRateHz: sampleRateHz)
    self.values = Self.held(values, sampleRateHz)
  }

  @_noLocks private static func held(_ values: SIMD8<Float>, _ rateHz: Float) -> SIMD4<Float> {
    let threshold = EffectInput.held(values[0], -90, 0)
    return SIMD4(
      Units.amplitude(decibels: threshold),
      Units.amplitude(decibels: threshold - hysteresisDecibels),
      EffectInput.share(
        seconds: EffectInput.held(values[1], 0.00005, 0.5), sampleRateHz: rateHz),
      EffectInput.share(seconds: EffectInput.held(values[2], 0.005, 5), sampleRateHz: rateHz))
  }

  /// Takes on other values at once: only the gain is heard, which moves by attack and release.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    self.values = Self.held(values, sampleRateHz)
  }

  /// Gates frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let frame = frames + 2 * index
      let input = EffectInput.frame(frame)
      let level = max(abs(input.x), abs(input.y))
      if level > values[0] || (openFrames > 0 && level > values[1]) {
        openFrames = holdFrames
      } else if openFrames > 0 {
        openFrames &-= 1
      }
      if openFrames > 0 {
        gain = 1 - gain < Self.negligible ? 1 : gain + Double(values[2]) * (1 - gain)
      } else {
        gain = gain < Self.negligible ? 0 : gain - Double(values[3]) * gain
      }
      (frame[0], frame[1]) = (Float(gain) * input.x, Float(gain) * input.y)
    }
  }
}
