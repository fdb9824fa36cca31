// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a certainty means for a profile: how long a drum takes, and how often it is the right one.
public struct CertaintyMeaning: Sendable, Equatable {
  /// The setting.
  public let certainty: Certainty
  /// Of the examples, each judged by a model that did not learn from it, those whose drum is right as it starts; nil if
  /// none could be judged.
  public let rightAtOnce: KnownShare?
  /// The same of those whose drum is right at once or corrected.
  public let rightInTheEnd: KnownShare?

  /// From onset to drum, in milliseconds; buffers and converters come on top of it.
  public var answerMilliseconds: Double {
    (Double(certainty.answerDelaySeconds) * 10_000).rounded() / 10
  }
}

extension Profile {
  /// What a certainty means for it. How well a built-in guess keeps its own made-up sounds apart tells nothing of a
  /// player's sounds, and is not told.
  public func meaning(of certainty: Certainty) -> CertaintyMeaning {
    isGuess
      ? CertaintyMeaning(certainty: certainty, rightAtOnce: nil, rightInTheEnd: nil)
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
      rightInTheEnd: known(horizon: HitFeatures.horizonCount - 1))
  }
}
