// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What learning found and how well the sounds keep apart.
public struct LearningReport: Sendable {
  /// Fewer hits than this tell little about a sound.
  public static let fewestHits = 5
  /// More pairs than this are not named: the first are to be mended first.
  public static let mostPairs = 3
  /// A range of levels narrower than this tells little about soft and hard, in decibels.
  public static let leastRangeDecibels: Float = 10

  /// What a take held.
  public struct Found: Sendable, Equatable {
    /// The sound.
    public let label: String
    /// Where the take came from.
    public let source: String
    /// Hits in the take.
    public let hits: Int
    /// Peak level of the softest hit, in dBFS.
    public let softestDecibels: Float
    /// Peak level of the hardest hit, in dBFS.
    public let loudestDecibels: Float
    /// Level between the hits, in dBFS (root mean square).
    public let noiseDecibels: Float
  }

  /// Take by take.
  public let found: [Found]
  /// The drum of each sound.
  public let roles: [(name: String, role: PadRole)]
  /// Each example judged by a model that did not see it.
  public let validation: CrossValidation

  init(found: [Found], profile: Profile) {
    self.found = found
    roles = profile.sounds.map { ($0.name, $0.role) }
    validation = profile.validation
  }

  /// Advice in plain words, the most important first.
  public var warnings: [String] {
    var warnings: [String] = []
    for pair in validation.confusablePairs.prefix(Self.mostPairs) {
      let percent = Int((100 * pair.share).rounded())
      warnings.append(
        "“\(pair.first)” and “\(pair.second)” sound alike: \(percent) % are mistaken for one another. "
          + "Hit one of them elsewhere, with something else, or nearer to the microphone.")
    }
    for name in validation.names {
      let takes = found.filter { $0.label == name }
      let hits = takes.reduce(0) { $0 + $1.hits }
      if hits < Self.fewestHits {
        warnings.append(
          "Only \(hits) \(hits == 1 ? "hit" : "hits") of “\(name)”: 10 make it much surer.")
      }
      let softest = takes.map(\.softestDecibels).min() ?? 0
      let loudest = takes.map(\.loudestDecibels).max() ?? 0
      if hits > 1, loudest - softest < Self.leastRangeDecibels {
        warnings.append(
          "All hits of “\(name)” are about equally hard: play soft and hard ones, "
            + "so that its dynamics are known.")
      }
      if loudest > -0.1 {
        warnings.append(
          "The hardest hits of “\(name)” are clipped: turn the microphone's level down.")
      }
    }
    return warnings
  }
}
