// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a strictness means for a profile: how many strokes it leaves unanswered, and how often noises play a drum.
public struct StrictnessMeaning: Sendable, Equatable {
  /// The setting.
  public let strictness: Strictness
  /// Of the examples, each judged by a profile that did not learn from it, those that are answered; nil if none could be
  /// judged.
  public let answered: KnownShare?
  /// Drums played in ten minutes of talk, animals, weather and machines that never pause. The weights of the judge were
  /// learned without the sound in question. A drum that is muted within 45 ms does not count.
  public let falseHitsInTenMinutes: Double

  /// Of 100 strokes so many are not answered; nil if no example could be judged.
  public var unansweredOfHundred: Int? {
    answered.map { Int((100 * (1 - $0.share)).rounded()) }
  }
}

extension Profile {
  /// What each strictness means for it, from open to strict; none for a guess, which knows no one's sounds. It takes about a
  /// tenth of a second.
  public var strictnessMeanings: [StrictnessMeaning] {
    guard !isGuess else { return [] }
    let folds = (0..<CrossValidation.partCount).map { fold(part: $0) }
    return Strictness.allCases.map { strictness in
      let answers = folds.flatMap { $0.answers(strictness: strictness) }
      return StrictnessMeaning(
        strictness: strictness,
        answered: KnownShare(knownHits: answers.filter { $0 }.count, of: answers.count),
        falseHitsInTenMinutes: falseHitsInTenMinutes(strictness: strictness))
    }
  }

  /// A model of all examples but one part, and that part.
  private struct Fold {
    let model: UnknownSoundModel
    let held: [Example]

    /// Whether each held example is answered.
    func answers(strictness: Strictness) -> [Bool] {
      let sampleRateHz: Float = 48_000
      var judge = HitValidator(model: model, sampleRateHz: sampleRateHz)
      judge.strictness = strictness
      return held.enumerated().map { index, example in
        judge.answers(
          example.shape.shapes[0], peakDecibels: example.loudestDecibels,
          frame: index * Int(Self.spacingSeconds * sampleRateHz))
      }
    }

    /// Time from stroke to stroke.
    private static let spacingSeconds: Float = 0.5
  }

  private func fold(part: Int) -> Fold {
    func isHeld(_ index: Int, of sound: SoundClass) -> Bool {
      sound.examples.count > 1 && index % CrossValidation.partCount == part
    }
    let kept = sounds.map { sound in
      sound.examples.indices.filter { !isHeld($0, of: sound) }.map { sound.examples[$0] }
    }
    return Fold(
      model: Self.strangers(kept),
      held: sounds.flatMap { sound in
        sound.examples.indices.filter { isHeld($0, of: sound) }.map { sound.examples[$0] }
      })
  }

  /// The mean over all scenes.
  private func falseHitsInTenMinutes(strictness: Strictness) -> Double {
    let rates = NoiseOnset.scenes.map { scene in
      let sampleRateHz: Float = 48_000
      var judge = HitValidator(model: strangers, sampleRateHz: sampleRateHz)
      judge.strictness = strictness
      var frame = 0
      var count = 0
      for onset in scene.onsets {
        frame += Int(onset.sinceLastSeconds * sampleRateHz)
        let isAnswered = judge.answers(
          onset.shape, peakDecibels: onset.peakDecibels, strikeLogOdds: onset.strikeLogOdds,
          frame: frame)
        if isAnswered { count += 1 }
      }
      return Double(count) / scene.seconds
    }
    return 600 * rates.reduce(0, +) / Double(max(1, rates.count))
  }
}

extension HitValidator {
  /// Whether a sound heard whole is answered, and still is at the last stage; remembers what was thought of it.
  fileprivate mutating func answers(
    _ shape: HitShape, peakDecibels: Float, strikeLogOdds: [Float]? = nil, frame: Int
  ) -> Bool {
    var isAnswered = true
    for stage in 0..<UnknownSoundModel.stageCount {
      let heard = shape.heard(segments: HitShape.fewestSegments + stage)
      let opinion =
        strikeLogOdds.map {
          self.opinion(heard, peakDecibels: peakDecibels, strikeLogOdds: $0[stage])
        } ?? self.opinion(heard, peakDecibels: peakDecibels)
      if opinion.ruling != .stroke { isAnswered = false }
      let isLast = stage == UnknownSoundModel.stageCount - 1
      guard isLast || opinion.ruling == .noStrike else { continue }
      remember(opinion, frame: frame)
      break
    }
    return isAnswered
  }
}
