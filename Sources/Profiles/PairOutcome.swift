// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// How well a pair of sounds is distinguished from its single sounds. Each hit was judged by a model
/// that did not learn from it.
public struct PairOutcome: Sendable, Equatable {
  /// A pair that is right less often, or single sounds that are, cannot be distinguished.
  public static let leastShare = 0.8

  /// The sounds.
  public let pair: SoundPair
  /// Of the hits of both at once, those that play both in the end.
  public let right: KnownShare
  /// Of the hits of single sounds, those that do not play both.
  public let alone: KnownShare

  /// The pair can be distinguished from its single sounds.
  public var isDistinct: Bool {
    right.share >= Self.leastShare && alone.share >= Self.leastShare
  }

  /// What to do if the pair cannot be distinguished.
  public var advice: String { pair.advice }
}

extension CrossValidation {
  /// Each pair among the sounds whose single sounds are there, too.
  public var pairOutcomes: [PairOutcome] {
    guard let table = confusions.last else { return [] }
    return names.indices.compactMap { index in
      guard let pair = SoundPair(named: names[index]),
        let first = names.firstIndex(of: pair.first),
        let second = names.firstIndex(of: pair.second),
        let right = known(sound: index, horizon: HitFeatures.horizonCount - 1)
      else { return nil }
      let singles = table[first].reduce(0, +) + table[second].reduce(0, +)
      let taken = table[first][index] + table[second][index]
      return KnownShare(knownHits: singles - taken, of: singles).map {
        PairOutcome(pair: pair, right: right, alone: $0)
      }
    }
  }
}

extension Profile {
  /// Pairs worth teaching, at most `count`: of sounds that play different pads and are not mistaken
  /// for each other. Empty once a pair was taught.
  func pairsToTeach(atMost count: Int) -> [SoundPair] {
    guard !sounds.contains(where: { sounds.both(of: $0.name) != nil }) else { return [] }
    let mistaken = validation.confusablePairs.map { [$0.first, $0.second] }
    let pairs = sounds.indices.flatMap { first in
      sounds.indices.filter { second in
        second > first && sounds[first].choice != sounds[second].choice
          && !mistaken.contains([sounds[first].name, sounds[second].name])
      }.map { SoundPair(sounds[first].name, sounds[$0].name) }
    }
    return Array(pairs.filter { SoundPair(named: $0.name) == $0 }.prefix(count))
  }
}
