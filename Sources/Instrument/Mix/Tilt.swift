// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Raises or lowers the high frequencies at the beginning of a sound, of stereo frames: the input
/// plus, times a gain less one, the output of a one-pole high-pass. It imitates the stick: the
/// attack shows where and how it met the drum, and the ringing stays the drum's own, bit by bit.
struct Tilt: BitwiseCopyable {
  /// Half of the change, in decibels, is reached here.
  static var cornerHz: Float { @_noLocks get { 3000 } }
  /// It fades in an S-curve within this time.
  static var lastingSeconds: Float { @_noLocks get { 0.06 } }

  private let added: Float
  private let lowShare: Float
  private let frameShare: Float
  private var remainingFrames: Int
  private var low = SIMD2<Float>.zero

  /// A tilt at rest.
  ///
  /// - Parameters:
  ///   - highGain: Linear gain of the high frequencies, at the sound's first frame.
  ///   - passedFrames: Frames of the sound that come before the first one it is given.
  @_noLocks init(highGain: Float, sampleRateHz: Float, passedFrames: Int = 0) {
    added = highGain - 1
    lowShare = 1 - rt_exp(-2 * Float.pi * Self.cornerHz / sampleRateHz)
    let lastingFrames = Units.frames(seconds: Self.lastingSeconds, sampleRateHz: sampleRateHz)
    frameShare = 1 / Float(lastingFrames)
    remainingFrames = added == 0 ? 0 : max(0, lastingFrames - passedFrames)
  }

  /// Leaves every frame unchanged from now on.
  var isFlat: Bool { @_noLocks get { remainingFrames == 0 } }

  /// Changes `count` frames in place.
  @_noLocks mutating func process(_ frames: UnsafeMutablePointer<SIMD2<Float>>, count: Int) {
    let tilted = min(count, remainingFrames)
    for frame in 0..<tilted {
      let input = frames[frame]
      low += lowShare * (input - low)
      let share = Float(remainingFrames - frame) * frameShare
      frames[frame] = input + added * share * share * (3 - 2 * share) * (input - low)
    }
    remainingFrames -= tilted
  }
}
