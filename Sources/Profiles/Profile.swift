// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A person's sounds and the drums that answer them.
///
/// A profile keeps the sound of its examples, not the model trained from them, so that it serves at any sample rate and
/// grows better when hearing does.
public struct Profile: Sendable, Equatable {
  /// One sound that is told apart.
  public struct SoundClass: Sendable, Equatable {
    /// As its person calls it.
    public let name: String
    /// What it plays.
    public let choice: PadChoice
    /// The hits it was learned from: one or more, or none if no one taught it.
    public let examples: [Example]
    /// What it was taught while playing, and the player kept; nil for nothing.
    public let taught: TaughtSound?

    /// A sound known by its examples, and by what it was taught while playing.
    public init(
      name: String, choice: PadChoice, examples: [Example], taught: TaughtSound? = nil
    ) {
      self.taught = taught
      self.choice = choice
      self.name = name
      self.examples = examples
    }

    /// The same, which plays a drum, or `pad` in its place: a rule as people write it.
    public init(
      name: String, role: PadRole, pad: String? = nil, examples: [Example],
      taught: TaughtSound? = nil
    ) {
      self.init(
        name: name, choice: PadChoice(role, named: pad), examples: examples, taught: taught)
    }

    /// The drum that answers, where nothing else is said or there.
    public var role: PadRole { choice.role }
  }

  /// In the order of the classifier's indices; one or more.
  public private(set) var sounds: [SoundClass]
  /// Level of the background while nothing was played, in dBFS (root mean square).
  public let noiseDecibels: Float
  /// How the player wants strength to become velocity.
  public var velocityCurve = VelocityCurve.linear
  /// What hearing needs to know, trained from the examples.
  public let model: HearingModel
  /// What tells hits that are none of the sounds, trained from the examples.
  public let strangers: UnknownSoundModel
  /// How well the sounds keep apart; nothing is known of a guess.
  public let validation: CrossValidation
  /// No one taught it: its sounds are guessed, as those of ``general`` are.
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
    }
    for (index, sound) in sounds.enumerated() {
      if let taught = sound.taught { trained.add(taught, toSound: index) }
    }
    model = trained
    strangers = Self.strangers(sounds.map(\.examples))
  }

  /// The same sounds as the first of two microphones alone heard them.
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

  /// A guess: sounds without examples, and a model of them. A hit far from all of them is the nearest one.
  init(guess sounds: [SoundClass], model: HearingModel, noiseDecibels: Float) {
    self.sounds = sounds
    self.model = model
    self.noiseDecibels = noiseDecibels
    isGuess = true
    strangers = .none
    validation = CrossValidation(untried: sounds.map(\.name))
  }

  /// What tells hits that are none of the sounds with these examples.
  static func strangers(_ sounds: [[Example]]) -> UnknownSoundModel {
    UnknownSoundTrainer().model(
      sounds: sounds.map { $0.map(\.shape) },
      medianDecibels: sounds.map { examples in
        let levels = examples.map(\.loudestDecibels).sorted()
        return levels[levels.count / 2]
      })
  }

  /// Ears for this profile at a sample rate, as the player controls them.
  public func hearing(
    sampleRateHz: Float, controls: HearingControls = HearingControls(),
    detector: DetectorSettings = DetectorSettings()
  ) -> HitTracker {
    var hearing = HitTracker(
      detector: OnsetDetector(settings: detector, sampleRateHz: sampleRateHz),
      recogniser: recogniser(
        sampleRateHz: sampleRateHz, changes: controls.changes(sounds: sounds.map(\.name))),
      sampleRateHz: sampleRateHz)
    hearing.apply(.adapts(controls.adapts))
    return hearing
  }

  /// What tells its sounds apart at a sample rate.
  ///
  /// - Parameters:
  ///   - changes: How the player is heard, unlike most.
  ///   - places: The numbers of its sounds in an instrument; nil for those of the first profile.
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

  /// The same profile with what its sounds were taught while playing, sound by sound; nil if they were taught nothing, or
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

  /// The same profile, whose sounds play what a table says.
  public func playing(_ table: PadTable) -> Profile {
    var profile = self
    profile.sounds = sounds.map { sound in
      SoundClass(
        name: sound.name, choice: table.choice(ofSound: sound.name, otherwise: sound.choice),
        examples: sound.examples, taught: sound.taught)
    }
    return profile
  }

  /// The same profile, whose sounds play what those of another do.
  public func playing(asIn other: Profile) -> Profile {
    var profile = self
    profile.sounds = sounds.map { sound in
      SoundClass(
        name: sound.name,
        choice: other.sounds.first { $0.name == sound.name }?.choice ?? sound.choice,
        examples: sound.examples, taught: sound.taught)
    }
    return profile
  }

  /// The same sounds, noise and velocity curve, hence the same ears.
  public static func == (one: Profile, other: Profile) -> Bool {
    one.sounds == other.sounds && one.noiseDecibels == other.noiseDecibels
      && one.velocityCurve == other.velocityCurve
  }
}
