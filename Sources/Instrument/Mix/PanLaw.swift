// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// How a place in the stereo image becomes two gains.
public enum PanLaw {
  /// Left and right linear gain of a pan of -1 (left) ... 1 (right): constant power, -3 dB each in the centre.
  ///
  /// A stereo sound is balanced by it: each of its channels keeps its side.
  @_noLocks public static func gains(pan: Float) -> SIMD2<Float> {
    let right = (1 + min(1, max(-1, pan))) / 2
    return SIMD2(rt_sqrt(1 - right), rt_sqrt(right))
  }
}
