// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Raises or lowers what is high, of stereo frames: the input and, times a gain less one, what a one-pole high-pass
/// leaves of it.
struct Tilt: BitwiseCopyable {
  /// Half of the change, in decibels, is reached here.
  static var cornerHz: Float { @_noLocks get { 3000 } }

  private let added: Float
  private let lowShare: Float
  private var low = SIMD2<Float>.zero

  /// A tilt at rest.
  ///
  /// - Parameter highGain: Linear gain of what is high.
  @_noLocks init(highGain: Float, sampleRateHz: Float) {
    added = highGain - 1
    lowShare = 1 - rt_exp(-2 * Float.pi * Self.cornerHz / sampleRateHz)
  }

  /// Leaves every frame as it is.
  var isFlat: Bool { @_noLocks get { added == 0 } }

  /// Changes `count` frames where they lie.
  @_noLocks mutating func process(_ frames: UnsafeMutablePointer<SIMD2<Float>>, count: Int) {
    for frame in 0..<count {
      let input = frames[frame]
      low += lowShare * (input - low)
      frames[frame] = input + added * (input - low)
    }
  }
}
