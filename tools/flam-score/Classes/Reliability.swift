// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether confidences come true: of decisions called 90 % sure, 90 % should be right.
struct Reliability: Encodable {
  static let binCount = 10

  /// Hits that were taken for a sound.
  let hits: Int
  let meanConfidence: Double
  let accuracy: Double
  /// Distance of confidence from accuracy, tenth by tenth of confidence, the mean over the hits. Source: M. Naeini,
  /// G. Cooper, M. Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning", AAAI 2015.
  let expectedCalibrationError: Double

  /// Of opinions and whether they were right; nil if there are none.
  init?(_ opinions: [(confidence: Double, isRight: Bool)]) {
    guard !opinions.isEmpty else { return nil }
    let count = Double(opinions.count)
    var bins = [(count: Int, confidence: Double, right: Int)](
      repeating: (0, 0, 0), count: Self.binCount)
    for opinion in opinions {
      let bin = min(Self.binCount - 1, Int(opinion.confidence * Double(Self.binCount)))
      bins[bin].count += 1
      bins[bin].confidence += opinion.confidence
      bins[bin].right += opinion.isRight ? 1 : 0
    }
    hits = opinions.count
    meanConfidence = (opinions.map(\.confidence).reduce(0, +) / count).rounded(4)
    accuracy = (Double(opinions.count { $0.isRight }) / count).rounded(4)
    expectedCalibrationError =
      (bins.reduce(0) { $0 + abs($1.confidence - Double($1.right)) } / count).rounded(4)
  }
}

extension ClassTrials {
  /// Whether the confidences given by a moment came true.
  func reliability(by milliseconds: Double) -> Reliability? {
    Reliability(
      trials.compactMap { trial in
        guard let opinion = trial.opinion(by: milliseconds), let sound = opinion.sound else {
          return nil
        }
        return (opinion.confidence, sound == trial.label)
      })
  }
}
