// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The results of a lesson, and how well the profile distinguishes the sounds.
public struct LearningReport: Sendable {
  /// Fewer hits say little about a sound.
  public static let fewestHits = 5
  /// The same for a sound that is taught again.
  public static let fewestHitsAgain = 3
  /// The most pairs to name: fix the first ones first.
  public static let mostPairs = 3
  /// A narrower range of levels says little about soft and hard, in decibels.
  public static let leastRangeDecibels: Float = 10
  /// A soft hit nearer to the background is easily missed, in decibels (peak over root mean
  /// square).
  public static let leastClearanceDecibels: Float = 20

  /// The content of a take.
  public struct Found: Sendable, Equatable {
    /// The sound.
    public let label: String
    /// The source of the take.
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
  /// What each sound plays.
  public var plays: [(name: String, choice: PadChoice)]
  /// The judgement of each example by a model that did not learn from it.
  public let validation: CrossValidation
  /// What each strictness means, from open to strict.
  public let strictnessMeanings: [StrictnessMeaning]

  /// How well each pair is distinguished from its single sounds.
  public let pairOutcomes: [PairOutcome]
  /// Pairs worth teaching, at most ``mostPairs``; none once one was taught.
  public let pairsToTeach: [SoundPair]

  /// Fewer hits of a sound cause a warning.
  public var fewestHits: Int
  /// Sounds without anything struck in them.
  private let unstruck: [String]
  /// Pairs that are mistaken for each other, the worst first, at most ``mostPairs``.
  private let pairs: [(share: Double, first: Profile.SoundClass, second: Profile.SoundClass)]

  /// - Parameter isRefreshed: The profile was taught before: fewer hits are enough.
  init(found: [Found], profile: Profile, isRefreshed: Bool = false) {
    self.found = found
    fewestHits = isRefreshed ? Self.fewestHitsAgain : Self.fewestHits
    plays = profile.sounds.map { ($0.name, $0.choice) }
    validation = profile.validation
    strictnessMeanings = profile.strictnessMeanings
    pairOutcomes = validation.pairOutcomes
    pairsToTeach = profile.pairsToTeach(atMost: Self.mostPairs)
    unstruck = profile.sounds.filter(\.isUnstruck).map(\.name)
    let indistinct = pairOutcomes.filter { !$0.isDistinct }.map(\.pair.name)
    let mistaken = validation.confusablePairs.filter {
      !indistinct.contains($0.first) && !indistinct.contains($0.second)
    }
    pairs = mistaken.prefix(Self.mostPairs).compactMap { pair in
      guard let first = profile.sounds.first(where: { $0.name == pair.first }),
        let second = profile.sounds.first(where: { $0.name == pair.second })
      else { return nil }
      return (pair.share, first, second)
    }
  }

  /// The loudest background of the takes.
  public var background: Background {
    Background(decibels: found.map(\.noiseDecibels).max() ?? -120)
  }

  /// Advice in plain words, the most important first.
  public var warnings: [String] {
    unstruck.map { name in
      "“\(name)” sounds like speech or noise, not like something struck: be quiet, "
        + "strike something, and teach it again."
    } + pairOutcomes.filter { !$0.isDistinct }.map(Self.warning) + pairs.map(Self.warning)
      + validation.names.flatMap { warnings(of: $0) }
  }

  private static func warning(_ outcome: PairOutcome) -> String {
    let (right, alone) = (outcome.right, outcome.alone)
    return
      "Flam cannot distinguish “\(outcome.pair.name)” from its single sounds: both play in "
      + "\(right.knownHits) of \(right.hits) hits, and in \(alone.hits - alone.knownHits) of "
      + "\(alone.hits) single ones. To help Flam, \(outcome.advice); else do without it."
  }

  private static func warning(
    _ pair: (share: Double, first: Profile.SoundClass, second: Profile.SoundClass)
  ) -> String {
    let percent = Int((100 * pair.share).rounded())
    let advice = PairAdvice(first: pair.first, second: pair.second)
    return
      "“\(pair.first.name)” and “\(pair.second.name)” sound alike: \(percent) % of their hits are "
      + "mistaken; \(advice.why). To help Flam, \(advice.advice)."
  }

  private func warnings(of name: String) -> [String] {
    let takes = found.filter { $0.label == name }
    guard let softest = takes.map(\.softestDecibels).min(),
      let loudest = takes.map(\.loudestDecibels).max(),
      let noise = takes.map(\.noiseDecibels).max()
    else { return [] }
    let hits = takes.reduce(0) { $0 + $1.hits }
    var warnings: [String] = []
    if hits < fewestHits {
      warnings.append(
        "Only \(hits) \(hits == 1 ? "hit" : "hits") of “\(name)”: 10 make it much surer.")
    }
    if hits > 1, loudest - softest < Self.leastRangeDecibels {
      warnings.append(
        "All hits of “\(name)” are about equally hard (\(decibels(loudest - softest)) dB apart): "
          + "play soft and hard ones, so that Flam learns its dynamics.")
    }
    if softest - noise < Self.leastClearanceDecibels {
      warnings.append(
        "Soft hits of “\(name)” stand only \(decibels(softest - noise)) dB above the background: "
          + "go nearer to the microphone, or turn off what hums.")
    }
    if loudest >= WorkingLevel.clippedDecibels {
      warnings.append(
        "The hardest hits of “\(name)” are clipped: turn the microphone's level down.")
    }
    return warnings
  }

  private func decibels(_ level: Float) -> Int { Int(level.rounded()) }
}
