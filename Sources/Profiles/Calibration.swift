// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Instrument

/// Corrects the confidences of a model, by examples with which it was not trained.
///
/// Features depend on each other, so distances count the same evidence several times; one factor a
/// horizon corrects that. Source: C. Guo, G. Pleiss, Y. Sun, K. Weinberger, "On calibration of
/// modern neural networks", ICML 2017. Few examples say little about a factor, so it is drawn
/// towards what suits most people's sounds, and towards its neighbours.
public struct Calibration: Sendable, Equatable {
  /// A judged example: its sound, and its distance from each sound at each horizon.
  typealias Trial = (sound: Int, distances: [[Float]])

  /// The factors with the highest likelihood for unseen hits of taps, keys, drums and voices, by
  /// horizon.
  private static let usualSharpness: [Float] = [0.4, 0.95, 1.1, 1.1, 1.1, 1.2, 1.35]
  /// How much the logarithm of a factor differs from person to person, and how much of that from horizon to horizon
  /// (standard deviations).
  private static let (personDeviation, horizonDeviation): (Float, Float) = (0.4, 0.2)
  /// The share of examples that are mislabelled: played badly, or found too late. Without it a
  /// single one would make all hits seem unsure.
  private static let lapses: Float = 0.02
  private static let sweeps = 6

  /// Factor on the distances of each horizon.
  public var sharpness: [Float]

  /// No calibration: distances count in full.
  public init() {
    sharpness = Array(repeating: 1, count: HitFeatures.horizonCount)
  }

  /// The factors that maximise the joint likelihood of the sounds of `trials` and of the factors.
  init(_ trials: [Trial]) {
    let usual = Self.usualSharpness.map { rt_log($0) }
    var excess = [Float](repeating: 0, count: usual.count)
    for _ in 0..<Self.sweeps {
      for horizon in usual.indices {
        let neighbours = [horizon - 1, horizon + 1].filter(usual.indices.contains)
        excess[horizon] = Self.summit(of: -3...3) { candidate in
          let fromUsual = candidate / Self.personDeviation
          let unevenness = neighbours.reduce(Float(0)) { sum, neighbour in
            let step = (candidate - excess[neighbour]) / Self.horizonDeviation
            return sum + step * step
          }
          return Self.logLikelihood(
            trials, horizon: horizon, sharpness: rt_exp(usual[horizon] + candidate))
            - 0.5 * (fromUsual * fromUsual + unevenness)
        }
      }
    }
    sharpness = zip(usual, excess).map { rt_exp($0 + $1) }
  }

  private static func logLikelihood(_ trials: [Trial], horizon: Int, sharpness: Float) -> Float {
    trials.reduce(0) { sum, trial in
      let distances = trial.distances[horizon]
      let own = distances[trial.sound]
      let odds = distances.reduce(0) { $0 + rt_exp(0.5 * sharpness * (own - $1)) }
      return sum + rt_log((1 - lapses) / odds + lapses / Float(distances.count))
    }
  }

  /// The maximum of a curve with one summit, to 0.01, by golden section.
  private static func summit(of range: ClosedRange<Float>, curve: (Float) -> Float) -> Float {
    let golden: Float = 0.618034
    var (low, high) = (range.lowerBound, range.upperBound)
    var (left, right) = (high - golden * (high - low), low + golden * (high - low))
    var (leftHeight, rightHeight) = (curve(left), curve(right))
    while high - low > 0.01 {
      if leftHeight > rightHeight {
        (high, right, rightHeight) = (right, left, leftHeight)
        left = high - golden * (high - low)
        leftHeight = curve(left)
      } else {
        (low, left, leftHeight) = (left, right, rightHeight)
        right = low + golden * (high - low)
        rightHeight = curve(right)
      }
    }
    return 0.5 * (low + high)
  }
}
