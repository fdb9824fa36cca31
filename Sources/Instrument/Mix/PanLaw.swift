// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// How a place in the stereo image becomes two gains.
public enum PanLaw {
  /// Left and right linear gain of a pan of -1 (left) ... 1 (right): constant power, -3 dB each in the centre.
  ///
  /// A stereo sound is balanced by it: each of its channels keeps its side.
  @_noLocks public static func gains(pan: Float) -> SIMD2<Float> {
    let place = min(1, max(-1, pan))
    return SIMD2(quarterCosine(place), quarterCosine(-place))
  }

  /// 1 at -1, 0 at 1.
  @_noLocks private static func quarterCosine(_ place: Float) -> Float {
    max(0, rt_cos((1 + place) * (.pi / 4)))
  }
}
