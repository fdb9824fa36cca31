// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes the beginning of each stroke louder or softer, and what rings on after it, whatever its
/// level. Both sides have the same gain. No latency.
///
/// The level is that of the last peak, which falls in 20 ms, so that the waves of a low tone are no
/// strokes. Three followers of it have the same attack or release, in pairs. Where one that
/// rises in 1 ms is above one that rises in 30 ms, a stroke begins; where one that falls in 400 ms
/// is above one that falls in 40 ms, it rings. The gain is `attack min(1, d / 12) + sustain
/// min(1, e / 12)`, with these differences `d` and `e` in decibels. Values: attack, -24...24 dB;
/// sustain, -24...24 dB. Source: U. Zölzer (ed.), "DAFX: Digital audio effects", 2011, chapter 4.
public struct TransientShaper: StereoEffect, BitwiseCopyable, Sendable {
  private static var fullDecibels: Float { @_noLocks get { 12 } }
  /// Below -100 dBFS nothing is a stroke.
  private static var floor: Float { @_noLocks get { 1e-5 } }

  private let fastAttack, slowAttack, peakRelease, fastRelease, slowRelease: Float
  /// Gains at full difference in decibels: of the attack, of the sustain.
  private var values: ValueGlide
  private var peak: Float = 0
  /// Rises fast and falls fast.
  private var fast: Float = 0
  /// Rises slowly and falls fast.
  private var late: Float = 0
  /// Rises fast and falls slowly.
  private var long: Float = 0

  /// A shaper at rest. Values: attack, sustain.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    func share(_ seconds: Float) -> Float {
      EffectInput.share(seconds: seconds, sampleRateHz: sampleRateHz)
    }
    (fastAttack, slowAttack) = (share(0.001), share(0.03))
    (peakRelease, fastRelease, slowRelease) = (share(0.02), share(0.04), share(0.4))
    self.values = ValueGlide(Self.held(values))
  }

  @_noLocks private static func held(_ values: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(
      EffectInput.held(values[0], -24, 24), EffectInput.held(values[1], -24, 24), 0, 0, 0, 0, 0, 0)
  }

  /// Takes on other values within `frameCount` frames.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    self.values.glide(to: Self.held(values), frameCount: frameCount)
  }

  /// Shapes frames of interleaved stereo in place. With both values 0 they pass bit by bit.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let values = values.next()
      let frame = frames + 2 * index
      let input = EffectInput.frame(frame)
      let level = max(abs(input.x), abs(input.y))
      Self.follow(level, &peak, 1, peakRelease)
      Self.follow(peak, &fast, fastAttack, fastRelease)
      Self.follow(peak, &late, slowAttack, fastRelease)
      Self.follow(peak, &long, fastAttack, slowRelease)
      let decibels = values[0] * Self.share(fast, late) + values[1] * Self.share(long, fast)
      let output = decibels == 0 ? input : input * Units.amplitude(decibels: decibels)
      (frame[0], frame[1]) = (output.x, output.y)
    }
  }

  @inline(__always) @_noLocks private static func follow(
    _ level: Float, _ follower: inout Float, _ attack: Float, _ release: Float
  ) {
    follower += (level > follower ? attack : release) * (level - follower)
    if follower < EffectInput.leastAmplitude { follower = 0 }
  }

  /// How far one follower is above another, 0...1.
  @inline(__always) @_noLocks private static func share(_ upper: Float, _ lower: Float) -> Float {
    guard upper > lower && upper > floor else { return 0 }
    let ratio = (upper + floor) / (lower + floor)
    return min(1, Units.decibels(amplitude: ratio) / fullDecibels)
  }
}
