// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// What a profile knows of its sounds, and how hard a hard hit should come in.
struct PageProfile: Encodable, Sendable {
  /// Two sounds that are mistaken for one another.
  struct Pair: Encodable {
    let first: String
    let second: String
    /// 0...1.
    let share: Double
    let why: String
    let advice: String
  }

  let sounds: [String]
  /// By sound played and sound taken for: how many examples, each judged by a model that did not see it. Empty where nobody
  /// taught the sounds.
  let confusion: [[Int]]
  /// How many of them were known; nil where none could be judged.
  let knownShare: Double?
  /// At most three, the worst first.
  let pairs: [Pair]
  /// Where the peak of a hard hit should lie, in dBFS: least and most.
  let bestDecibels: [Float]

  init(_ profile: Profile) {
    let validation = profile.validation
    sounds = validation.names
    let table = validation.confusions.last ?? []
    confusion = table.contains { $0.contains { $0 > 0 } } ? table : []
    let played = table.reduce(0) { $0 + $1.reduce(0, +) }
    let known = table.indices.reduce(0) { $0 + table[$1][$1] }
    knownShare = played > 0 ? Double(known) / Double(played) : nil
    pairs = validation.confusablePairs.prefix(LearningReport.mostPairs).compactMap { pair in
      guard let first = profile.sounds.first(where: { $0.name == pair.first }),
        let second = profile.sounds.first(where: { $0.name == pair.second })
      else { return nil }
      let advice = PairAdvice(first: first, second: second)
      return Pair(
        first: pair.first, second: pair.second, share: pair.share, why: advice.why,
        advice: advice.advice)
    }
    bestDecibels = [WorkingLevel.best.lowerBound, WorkingLevel.best.upperBound]
  }
}
