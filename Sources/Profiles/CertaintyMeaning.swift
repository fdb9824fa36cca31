// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a certainty means for a profile: how long a drum takes, and how often it is the right one.
public struct CertaintyMeaning: Sendable, Equatable {
  /// The setting.
  public let certainty: Certainty
  /// Share of the examples whose drum is right as it starts, 0...1, each judged by a model that did not see it; nil
  /// where none could be judged.
  public let rightAtOnce: Double?
  /// Share of the examples whose drum is right at once or corrected, 0...1.
  public let rightInTheEnd: Double?

  /// From onset to drum, in milliseconds; buffers and converters come on top of it.
  public var answerMilliseconds: Double {
    (Double(certainty.answerDelaySeconds) * 10_000).rounded() / 10
  }
}

extension CrossValidation {
  /// What each certainty means, from the fastest to the surest.
  public var certaintyMeanings: [CertaintyMeaning] { Certainty.allCases.map(meaning) }

  /// What a certainty means.
  public func meaning(of certainty: Certainty) -> CertaintyMeaning {
    CertaintyMeaning(
      certainty: certainty, rightAtOnce: accuracy(horizon: certainty.horizon),
      rightInTheEnd: accuracy(horizon: HitFeatures.horizonCount - 1))
  }
}
