// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// How a player wants strength to become velocity, by the names that drum modules use. `v` is the
/// strength on the line of ``VelocityCalibration``, 0...1.
public enum VelocityCurve: String, Codable, CaseIterable, BitwiseCopyable, Sendable {
  /// `v`: as played.
  case linear
  /// `v^1.5`: hard strokes differ more, soft ones stay soft.
  case exp1
  /// `v²`: the same, stronger.
  case exp2
  /// `v^(2/3)`: soft strokes differ more and come out louder.
  case log1
  /// `√v`: the same, stronger.
  case log2
  /// `v² (3 - 2 v)`: soft softer, hard harder.
  case spline
  /// `(1 + v) / 2`: always strong, some dynamics.
  case loud1
  /// `(3 + v) / 4`: always strong, hardly any dynamics.
  case loud2

  /// The velocity of a strength, both 0...1; it never falls when the strength rises.
  @_noLocks public func velocity(strength v: Float) -> Float {
    switch self {
    case .linear: v
    case .exp1: v * rt_sqrt(v)
    case .exp2: v * v
    case .log1: v > 0 ? rt_exp2(rt_log2(v) * (2 / 3)) : 0
    case .log2: rt_sqrt(v)
    case .spline: v * v * (3 - 2 * v)
    case .loud1: (1 + v) / 2
    case .loud2: (3 + v) / 4
    }
  }
}
