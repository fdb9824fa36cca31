// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// How well a profile distinguishes its sounds, and the best level for hard hits.
struct PageProfile: Encodable, Sendable {
  /// Two sounds that are mistaken for each other.
  struct Pair: Encodable {
    let first: String
    let second: String
    /// 0...1.
    let share: Double
    let why: String
    let advice: String
  }

  let sounds: [String]
  /// The number of examples by the sound played and the sound that it was taken for; each was judged by a model that did not
  /// learn from it. Empty if nobody taught the sounds.
  let confusion: [[Int]]
  /// The share that was recognised, 0...1; nil if none could be judged.
  let knownShare: Double?
  /// At most three, the worst first.
  let pairs: [Pair]
  /// The best peak of a hard hit, in dBFS: lowest and highest.
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
