// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Instrument
import Kits
import Profiles
import Reports
import ScorePlayer
import Screen

/// All options of the instrument, put together from the groups that the help shows.
struct InstrumentOptions {
  private let drums: DrumOptions
  private let sound: SoundOptions
  private let answer: AnswerOptions
  private let voicing: VoiceOptions
  /// The values without an option.
  private let kept: KeptChoices

  init(
    _ drums: DrumOptions, _ sound: SoundOptions, _ answer: AnswerOptions, _ voicing: VoiceOptions,
    kept: KeptChoices = KeptChoices()
  ) {
    self.kept = kept
    (self.drums, self.sound, self.answer, self.voicing) = (drums, sound, answer, voicing)
  }

  var kit: String? { drums.kit ?? kept.kit }
  var kitOptions: KitOptions { sound.kitOptions }
  var profile: String? { drums.known.profile ?? kept.profile }
  var hearing: HearingOptions { answer.hearing }
  var memory: MemoryOptions { voicing.memory }

  /// The name of the profile; nil for the built-in guess, which cannot learn.
  var learnableProfile: String? { profile == ProfileLocator.generalName ? nil : profile }

  /// Loads the profile.
  func loadProfile() throws -> Profile {
    var loaded = try ProfileLocator().profile(profile)
    loaded.velocityCurve = sound.velocityCurve ?? loaded.velocityCurve
    return loaded
  }

  /// The chosen kit; one that Flam makes itself is made now, if that has not been done.
  func madeKit() throws -> String? {
    _ = try KitLocator().readyKit(kit)
    return kit
  }

  /// Loads the whole kit into memory at a sample rate, and reports its problems.
  ///
  /// - Parameter choices: The only pads that will be struck; nil for any pad.
  func loadKit(
    sampleRateHz: Int, into memory: SampleMemory? = nil, struckOnlyAt choices: [PadChoice]? = nil
  ) throws -> Kit {
    let loaded = try KitLoader.load(
      path: KitLocator().readyKit(kit), sampleRateHz: sampleRateHz,
      adjustments: kitOptions.adjustments, into: memory ?? self.memory.withoutClock(),
      struckOnlyAt: choices)
    KitText.faults(loaded.problems).forEach(Terminal.report)
    return loaded.kit
  }

  /// Makes the instrument at a sample rate, with its kit in memory.
  ///
  /// - Parameters:
  ///   - hearsTwo: Two microphones are heard.
  ///   - memory: Memory for the kit; nil for work that is not in real time.
  ///   - feedback: Its protection against triggering itself, if its drums can return.
  ///   - spread: The spread of its answers, if the delay is measured.
  ///   - keepsLog: Whether every voice is logged, for a session.
  ///   - hearsAll: Only hits of the profile's sounds strike pads: no more of the kit is needed.
  ///   - score: What a score plays through; nil without one.
  ///   - monitorDecibels: Gain of the microphone in the output; nil for silence.
  func performance(
    sampleRateHz: Int, hearsTwo: Bool = false, defaultSeed: UInt64, memory: SampleMemory? = nil,
    feedback: FeedbackSettings? = nil, spread: AnswerSpread? = nil, keepsLog: Bool = false,
    hearsAll: Bool = false, score: ScoreLinks? = nil, monitorDecibels: Float? = nil
  ) throws -> Performance {
    let profile = try loadProfile().heard(byTwo: hearsTwo)
    var settings = try settings(
      for: profile, defaultSeed: defaultSeed, feedback: feedback,
      monitorDecibels: monitorDecibels)
    settings.answerSpread = spread
    let kit = try loadKit(
      sampleRateHz: sampleRateHz, into: memory,
      struckOnlyAt: hearsAll ? profile.sounds.map(\.choice) : nil)
    settings.effects = try sound.racks.slots(on: kit)
    settings.modulations = try sound.racks.matrix.rows(on: kit, settings.effects)
    try settings.readEffects(sampleRateHz: sampleRateHz, .waited)
    return Performance(
      kit: kit, profile: profile, settings: settings,
      performanceLog: keepsLog ? PerformanceLog(sampleRateHz: sampleRateHz) : nil,
      notes: score?.notes, objects: score?.objects,
      subscriber: { score?.take($0, of: $1) })
  }

  /// Makes the settings of the instrument.
  ///
  /// - Parameters:
  ///   - profile: The profile; its sounds may have thresholds.
  ///   - feedback: Its protection against triggering itself, if its drums can return.
  ///   - monitorDecibels: Gain of the microphone in the output; nil for silence.
  func settings(
    for profile: Profile, defaultSeed: UInt64, feedback: FeedbackSettings? = nil,
    monitorDecibels: Float? = nil
  ) throws(CommandFailure) -> InstrumentSettings {
    var settings = InstrumentSettings()
    settings.hearing = try hearing.controls(for: profile, kept: kept)
    settings.seed = voicing.seed ?? defaultSeed
    settings.gainDecibels = sound.gain
    settings.strips = kitOptions.strips
    settings.effects = try sound.racks.slots()
    let isUnheard = settings.effects?.contains { $0.bus == .bus(.microphone) } == true
    if isUnheard, monitorDecibels == nil {
      Terminal.report("the microphone is not in the mix, nor are its effects: add --monitor 0")
    }
    settings.modulations = try sound.racks.matrix.rows(settings.effects)
    settings.feedback = feedback
    settings.monitorDecibels = monitorDecibels
    settings.certainty = answer.certainty ?? kept.certainty ?? settings.certainty
    settings.voiceCount = voicing.voices
    settings.playing = PlayingStyle(
      choice: sound.variation, humanising: .slight * sound.humanise)
    return settings
  }
}
