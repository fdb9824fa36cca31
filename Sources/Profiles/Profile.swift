// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A person's sounds and their drums.
///
/// A profile stores the sound of its examples, not the model trained from them. So it works at any
/// sample rate, and improves when Flam's hearing does.
public struct Profile: Sendable, Equatable {
  /// A sound of the profile.
  public struct SoundClass: Sendable, Equatable {
    /// The person's name for it.
    public let name: String
    /// What it plays.
    public let choice: PadChoice
    /// The hits that taught it; empty if nobody taught it.
    public let examples: [Example]
    /// What it learned while playing, if the player kept that; nil otherwise.
    public let taught: TaughtSound?

    /// A sound with its examples, and with what it learned while playing.
    public init(
      name: String, choice: PadChoice, examples: [Example], taught: TaughtSound? = nil
    ) {
      self.taught = taught
      self.choice = choice
      self.name = name
      self.examples = examples
    }

    /// The same; it plays a drum, or `pad` instead: a rule as people write it.
    public init(
      name: String, role: PadRole, pad: String? = nil, examples: [Example],
      taught: TaughtSound? = nil
    ) {
      self.init(
        name: name, choice: PadChoice(role, named: pad), examples: examples, taught: taught)
    }

    /// The same sound with other pads.
    func playing(_ choice: PadChoice) -> SoundClass {
      SoundClass(name: name, choice: choice, examples: examples, taught: taught)
    }

    /// The drum that answers if there is no other rule, or if its pads are missing.
    public var role: PadRole { choice.role }
  }

  /// In the order of the classifier's indices; one or more.
  public private(set) var sounds: [SoundClass]
  /// The background while nobody plays, in dBFS (root mean square).
  public let noiseDecibels: Float
  /// How strength becomes velocity.
  public var velocityCurve = VelocityCurve.linear
  /// The model for hearing, trained from the examples.
  public let model: HearingModel
  /// The model that rejects other sounds, trained from the examples.
  public let strangers: UnknownSoundModel
  /// How well it distinguishes the sounds; unknown for a guess.
  public let validation: CrossValidation
  /// Nobody taught it: its sounds are guessed, like those of ``general``.
  public let isGuess: Bool

  /// A profile of sounds, each with one example or more.
  public init(sounds: [SoundClass], noiseDecibels: Float) {
    self.sounds = sounds
    self.noiseDecibels = noiseDecibels
    isGuess = false
    let trainer = Trainer()
    let examples = trainer.prepared(sounds.map { ($0.name, $0.examples) })
    validation = CrossValidation(sounds: examples, trainer: trainer)
    var trained = trainer.model(sounds: examples, calibration: validation.calibration)
    for sound in trained.sounds.indices {
      trained.sounds[sound].usualDistance = validation.usualDistances[sound]
      trained.sounds[sound].usualCertainty = validation.usualCertainties[sound]
    }
    for (index, sound) in sounds.enumerated() {
      if let taught = sound.taught { trained.add(taught, toSound: index) }
    }
    model = trained
    strangers = Self.strangers(sounds.map(\.examples))
  }

  /// The same sounds, heard by the first of two microphones alone.
  init(withoutPlaces profile: Profile) {
    self.init(
      sounds: profile.sounds.map { sound in
        SoundClass(
          name: sound.name, choice: sound.choice,
          examples: sound.examples.map(\.withoutSecond),
          taught: sound.taught)
      }, noiseDecibels: profile.noiseDecibels)
    velocityCurve = profile.velocityCurve
  }

  /// A guess: sounds without examples, and a model of them. A hit far from all of them counts as
  /// the nearest.
  init(guess sounds: [SoundClass], model: HearingModel, noiseDecibels: Float) {
    self.sounds = sounds
    self.model = model
    self.noiseDecibels = noiseDecibels
    isGuess = true
    strangers = .none
    validation = CrossValidation(untried: sounds.map(\.name))
  }

  /// The model that rejects sounds unlike these examples.
  static func strangers(_ sounds: [[Example]]) -> UnknownSoundModel {
    UnknownSoundTrainer().model(
      sounds: sounds.map { $0.map(\.shape) },
      medianDecibels: sounds.map { examples in
        let levels = examples.map(\.loudestDecibels).sorted()
        return levels[levels.count / 2]
      })
  }

  /// Hearing for this profile at a sample rate, with the player's settings.
  public func hearing(
    sampleRateHz: Float, controls: HearingControls = HearingControls(),
    detector: DetectorSettings = DetectorSettings()
  ) -> HitTracker {
    let changes = controls.changes(sounds: sounds.map(\.name))
    var hearing = HitTracker(
      detector: OnsetDetector(settings: detector, sampleRateHz: sampleRateHz),
      recogniser: recogniser(sampleRateHz: sampleRateHz, changes: changes),
      sampleRateHz: sampleRateHz)
    for change in changes { hearing.apply(change) }
    return hearing
  }

  /// Distinguishes its sounds at a sample rate.
  ///
  /// - Parameters:
  ///   - changes: The player's deviations from the usual settings.
  ///   - places: The indices of its sounds in an instrument; nil for those of the first profile.
  public func recogniser(
    sampleRateHz: Float, changes: [HearingChange], places: [Int]? = nil
  ) -> SoundRecogniser {
    var shaped = model
    for sound in shaped.sounds.indices { shaped.sounds[sound].velocity.shape = velocityCurve }
    return SoundRecogniser(
      classifier: Classifier(model: shaped, sampleRateHz: sampleRateHz),
      judge: HitValidator(model: strangers, sampleRateHz: sampleRateHz),
      usualPeaksDecibels: model.sounds.map(\.usualPeakDecibels), places: places,
      pads: sounds.map(\.choice.addresses), changes: changes)
  }

  /// The same profile with what its sounds learned while playing; nil if they learned nothing, or
  /// are only guessed.
  public func keeping(_ taught: [TaughtSound?]) -> Profile? {
    guard !isGuess, taught.contains(where: { $0 != nil }) else { return nil }
    var kept = Profile(
      sounds: zip(sounds, taught).map { sound, taught in
        SoundClass(
          name: sound.name, choice: sound.choice, examples: sound.examples,
          taught: taught.map { sound.taught?.adding($0) ?? $0 } ?? sound.taught)
      }, noiseDecibels: noiseDecibels)
    kept.velocityCurve = velocityCurve
    return kept
  }

  /// The same profile with the rules of a table. A pair that played the pads of its two sounds still
  /// does.
  public func playing(_ table: PadTable) -> Profile {
    var profile = self
    let single = sounds.map { sound in
      sound.playing(table.choice(ofSound: sound.name, otherwise: sound.choice))
    }
    profile.sounds = zip(sounds, single).map { before, sound in
      guard sound.choice == before.choice, before.choice == sounds.usualChoice(ofPair: before.name),
        let choice = single.usualChoice(ofPair: before.name)
      else { return sound }
      return sound.playing(choice)
    }
    return profile
  }

  /// The same profile; its sounds play what those of another do.
  public func playing(asIn other: Profile) -> Profile {
    var profile = self
    profile.sounds = sounds.map { sound in
      sound.playing(other.sounds.first { $0.name == sound.name }?.choice ?? sound.choice)
    }
    return profile
  }

  /// Equal sounds, background and velocity curve, hence equal hearing.
  public static func == (one: Profile, other: Profile) -> Bool {
    one.sounds == other.sounds && one.noiseDecibels == other.noiseDecibels
      && one.velocityCurve == other.velocityCurve
  }
}
