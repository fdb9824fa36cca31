// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a certainty means for a profile: how late its drums start, and how often the right drum
/// plays.
public struct CertaintyMeaning: Sendable, Equatable {
  /// The setting.
  public let certainty: Certainty
  /// The share of examples whose drum is right when it starts; each was judged by a model that did
  /// not learn from it. Nil if none could be judged.
  public let rightAtOnce: KnownShare?
  /// The share of examples whose drum is right at once or after a correction.
  public let rightInTheEnd: KnownShare?
  /// The share of examples whose first drum is replaced by a later judgement.
  public let replaced: KnownShare?
  /// Another certainty that is worth more, against this one; nil if there is none.
  public let better: CertaintyTrade?

  /// The time from onset to drum, in milliseconds, without buffers and converters.
  public var answerMilliseconds: Double { certainty.answerMilliseconds }
}

extension Certainty {
  /// The time from onset to drum, in milliseconds.
  var answerMilliseconds: Double { (Double(answerDelaySeconds) * 10_000).rounded() / 10 }
}

extension Profile {
  /// What a certainty means for this profile. A built-in guess gives no shares: how well it
  /// distinguishes its own synthetic sounds says nothing about a player's sounds.
  public func meaning(of certainty: Certainty) -> CertaintyMeaning {
    isGuess
      ? CertaintyMeaning(
        certainty: certainty, rightAtOnce: nil, rightInTheEnd: nil, replaced: nil,
        better: nil)
      : validation.meaning(of: certainty)
  }
}

extension CrossValidation {
  /// What each certainty means, from the fastest to the surest.
  public var certaintyMeanings: [CertaintyMeaning] { Certainty.allCases.map(meaning) }

  /// What a certainty means.
  public func meaning(of certainty: Certainty) -> CertaintyMeaning {
    CertaintyMeaning(
      certainty: certainty, rightAtOnce: known(horizon: certainty.horizon),
      rightInTheEnd: known(horizon: HitFeatures.horizonCount - 1),
      replaced: replaced(horizon: certainty.horizon),
      better: worthwhileCertainty.flatMap {
        $0 == certainty ? nil : trade(of: $0, against: certainty)
      })
  }
}
