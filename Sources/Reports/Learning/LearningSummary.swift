// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// The learning, for programs.
package struct LearningSummary: Encodable {
  struct Found: Encodable {
    var sound: String
    var file: String
    var hits: Int
    var softestDecibels: Float
    var loudestDecibels: Float
    var noiseDecibels: Float
  }
  struct Accuracy: Encodable {
    var milliseconds: Double
    var accuracy: Double
    /// Of hits not learned from.
    var hits: Int
    /// The lower end of its range for many more such hits, with a probability of 90 %.
    var low: Double
    var high: Double
  }

  package struct Certainty: Encodable {
    package var name: String
    var milliseconds: Double
    var rightAtOnce: Double?
    var low: Double?
    var high: Double?
    /// Share of hits whose first drum is corrected later, 0...1.
    package var corrected: Double?
  }

  /// Two sounds struck at once.
  package struct Pair: Encodable {
    package var sound: String
    /// Hits of both at once, and how many of them play both.
    var hits: Int
    var right: Int
    /// Hits of the single sounds, and how many of them play alone.
    var singleHits: Int
    var alone: Int
    var isDistinct: Bool
  }

  package struct Strictness: Encodable {
    package var name: String
    /// In ten minutes of talk and household sounds that never pause.
    var falseHitsInTenMinutes: Double
    /// Share of the strokes, 0...1, not learned from.
    var unanswered: Double?
    /// The lower end of its range for many more such strokes, with a probability of 90 %.
    var low: Double?
    var high: Double?
  }

  package var profile: String
  var found: [Found]
  var pads: [String: String]
  package var sounds: [String]
  var accuracies: [Accuracy]
  var certainties: [Certainty]
  /// The certainty that is worth its milliseconds.
  var worthwhileCertainty: String?
  var pairs: [Pair]
  /// Names of pairs worth teaching.
  var pairsToTeach: [String]
  var strictnesses: [Strictness]
  /// At the last horizon; a row for each sound played.
  var confusion: [[Int]]
  var warnings: [String]

  package init(_ report: LearningReport, path: String) {
    profile = path
    found = report.found.map {
      Found(
        sound: $0.label, file: $0.source, hits: $0.hits, softestDecibels: $0.softestDecibels,
        loudestDecibels: $0.loudestDecibels, noiseDecibels: $0.noiseDecibels)
    }
    pads = Dictionary(report.plays.map { ($0.name, $0.choice.text()) }) { first, _ in first }
    sounds = report.validation.names
    accuracies = HitFeatures.horizonSeconds.enumerated().compactMap { horizon, seconds in
      report.validation.known(horizon: horizon).map {
        Accuracy(
          milliseconds: (Double(seconds) * 10_000).rounded() / 10, accuracy: $0.share,
          hits: $0.hits, low: $0.interval().lowerBound, high: $0.interval().upperBound)
      }
    }
    certainties = report.validation.certaintyMeanings.map {
      Certainty(
        name: $0.certainty.rawValue, milliseconds: $0.answerMilliseconds,
        rightAtOnce: $0.rightAtOnce?.share, low: $0.rightAtOnce?.interval().lowerBound,
        high: $0.rightAtOnce?.interval().upperBound, corrected: $0.replaced?.share)
    }
    worthwhileCertainty = report.validation.worthwhileCertainty?.rawValue
    pairs = report.pairOutcomes.map {
      Pair(
        sound: $0.pair.name, hits: $0.right.hits, right: $0.right.knownHits,
        singleHits: $0.alone.hits, alone: $0.alone.knownHits, isDistinct: $0.isDistinct)
    }
    pairsToTeach = report.pairsToTeach.map(\.name)
    strictnesses = report.strictnessMeanings.map {
      Strictness(
        name: $0.strictness.rawValue,
        falseHitsInTenMinutes: ($0.falseHitsInTenMinutes * 10).rounded() / 10,
        unanswered: $0.answered.map { 1 - $0.share },
        low: $0.answered.map { 1 - $0.interval().upperBound },
        high: $0.answered.map { 1 - $0.interval().lowerBound })
    }
    confusion = report.validation.confusions.last ?? []
    warnings = report.warnings
  }
}
