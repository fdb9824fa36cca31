// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Tells what was struck from what merely moves in a sound that goes on: a vowel in speech, rain, a motor.
///
/// A strike stands out of what came before it; what dips and swells again does not. A sound that swells out of silence
/// is left to ``StrangerJudge``, since drum sounds made with the mouth do so too. The levels of
/// the segments of its ``StrikeShape``, over all bands and below the loudest, are weighed by a logistic regression
/// (D. R. Cox, "The regression analysis of binary sequences", J. R. Stat. Soc. B 20, 1958) on hits of many kinds and
/// makers and on sounds in which nothing is struck, each source having the same say.
public enum StrikeJudge {
  /// Odds below which nothing was struck: all but one in some hundreds of the hits lie above.
  public static var leastLogOdds: Float { @_noLocks get { -2.8 } }
  /// The same for what is none of the player's sounds: only what is a strike beyond doubt, by seven to one, is told.
  static var leastLogOddsOfStranger: Float { @_noLocks get { 2 } }
  /// What lies further below the loudest segment is not told from silence: -30 dB.
  private static var floorRatio: Float { @_noLocks get { 1e-3 } }

  /// Logarithm of the odds that a shape, of which ``StrikeShape/fewestSegments`` or more were heard, is a strike.
  @_noLocks public static func logOdds(_ shape: StrikeShape) -> Float {
    let loudest = shape.loudestSegment
    let (weights, bias) = regression(heardSegments: shape.heardSegments)
    var logOdds = bias
    for segment in 0..<shape.heardSegments {
      let ratio = shape.power[segment].sum() / loudest
      logOdds += weights[segment] * Units.decibels(power: ratio + Self.floorRatio)
    }
    return logOdds
  }

  /// Weight of the level of each segment, a decibel, and what is added.
  @_noLocks private static func regression(
    heardSegments: Int
  ) -> (weights: InlineArray<11, Float>, bias: Float) {
    switch heardSegments {
    case 9:
      ([0.015, -0.049, -0.083, -0.005, -0.069, 0.028, -0.059, 0.013, 0.154, 0, 0], -2.806)
    case 10:
      ([0.025, -0.060, -0.082, -0.014, -0.075, 0.035, -0.055, 0.038, 0.074, 0.080, 0], -2.865)
    default:
      (
        [0.023, -0.057, -0.080, -0.019, -0.076, 0.033, -0.058, 0.036, 0.064, 0.084, -0.002],
        -2.979
      )
    }
  }
}
