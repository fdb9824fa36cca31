// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes stereo wider or narrower: what both sides have in common stays, what they differ in is
/// multiplied. The sum of both sides, what a mono loudspeaker plays, never changes. No latency.
///
/// Formula: `mid = (l + r) / 2, side = width (l - r) / 2, l = mid + side, r = mid - side`.
/// Values: width, 0 (mono)...1 (as it is)...2. Source: A. D. Blumlein, British patent 394,325, 1931.
public struct StereoWidth: StereoEffect, BitwiseCopyable, Sendable {
  private var width: ValueGlide

  /// Values: width.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    width = ValueGlide(Self.held(values))
  }

  @_noLocks private static func held(_ values: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(repeating: EffectInput.held(values[0], 0, 2))
  }

  /// Takes on another width within `frameCount` frames.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    width.glide(to: Self.held(values), frameCount: frameCount)
  }

  /// Widens frames of interleaved stereo in place. At a width of 1 they pass bit by bit.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let frame = frames + 2 * index
      let input = EffectInput.frame(frame)
      let extra = 0.5 * (width.next()[0] - 1) * (input.x - input.y)
      (frame[0], frame[1]) = (input.x + extra, input.y - extra)
    }
  }
}
