// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import ArgumentParser
import Instrument
import Kits
import Profiles

/// What answers, and to which sounds.
struct InstrumentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The drums: a kit's name or path; 'flam kits' lists them. Default: the bundled kit.",
      valueName: "name or path"))
  var kit: String?

  @OptionGroup var kitOptions: KitOptions

  @Option(help: .profile)
  var profile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number behind everything random, 0 or more: the same number, the same choice among a drum's variations.",
      valueName: "number"))
  var seed: UInt64?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Gain of all drums in decibels (-60...24).", valueName: "decibels"))
  var gain: Float = InstrumentSettings().gainDecibels

  @Option(help: .certainty)
  var certainty = InstrumentSettings().certainty

  @Option(help: .velocityCurve)
  var velocityCurve: VelocityShape?

  @Option(
    help: ArgumentHelp(
      """
      Which of a drum's recordings plays: scored (near to what you played, long unused, a little by chance), round-robin, \
      random, or nearest (the same stroke always sounds the same).
      """))
  var variation = VariationChoice.scored

  @Option(
    help: ArgumentHelp(
      """
      How much strokes differ in loudness, tone and (where a drum has fewer than four recordings) pitch beyond their \
      recordings: 0 for not at all, 1 slightly (0...4). Never in time.
      """,
      valueName: "amount"))
  var humanise: Float = 1

  @Option(help: ArgumentHelp("Hits that can sound at a time (1...1000).", valueName: "count"))
  var voices = InstrumentSettings().voiceCount

  @OptionGroup var hearing: HearingOptions

  @OptionGroup var memory: MemoryOptions

  func validate() throws {
    guard (0...4).contains(humanise) else {
      throw ValidationError("--humanise must lie in 0...4, not \(humanise).")
    }
    guard InstrumentSettings.voiceCounts.contains(voices) else {
      throw ValidationError("--voices must lie in 1...1000, not \(voices).")
    }
    guard (-60...24).contains(gain) else {
      throw ValidationError("--gain must lie in -60...24, not \(gain).")
    }
  }

  /// The name of the profile where it is one that can learn; nil for the built-in guess.
  var learnableProfile: String? { profile == ProfileLocator.generalName ? nil : profile }

  /// The profile that is meant.
  func loadProfile() throws -> Profile {
    var loaded = try ProfileLocator().profile(profile)
    loaded.velocityShape = velocityCurve ?? loaded.velocityShape
    return loaded
  }

  /// The kit that is meant, at a sample rate, wholly in memory; what is wrong with it is told.
  func loadKit(sampleRateHz: Int, into memory: SampleMemory? = nil) throws -> Kit {
    let loaded = try KitLoader.load(
      path: KitLocator().kit(kit), sampleRateHz: sampleRateHz, adjustments: kitOptions.adjustments,
      into: memory ?? self.memory.withoutClock)
    KitText.tell(loaded.problems)
    return loaded.kit
  }

  /// The instrument that is meant, at a sample rate, its kit wholly in memory.
  ///
  /// - Parameters:
  ///   - memory: Where the kit goes; nil where no clock presses.
  ///   - feedback: How its drums are kept from triggering it, where they can return.
  ///   - isTranscribed: What it plays is taken down.
  func performance(
    sampleRateHz: Int, defaultSeed: UInt64, memory: SampleMemory? = nil,
    feedback: FeedbackSettings? = nil, isTranscribed: Bool = false
  ) throws -> Performance {
    let profile = try loadProfile()
    return Performance(
      kit: try loadKit(sampleRateHz: sampleRateHz, into: memory), profile: profile,
      settings: try settings(for: profile, defaultSeed: defaultSeed, feedback: feedback),
      transcript: isTranscribed ? Transcript(sampleRateHz: sampleRateHz) : nil)
  }

  /// How the instrument that is meant answers.
  ///
  /// - Parameters:
  ///   - profile: Whose sounds may have thresholds.
  ///   - feedback: How its drums are kept from triggering it, where they can return.
  ///   - monitorDecibels: Gain of the microphone in what is played; nil for none.
  func settings(
    for profile: Profile, defaultSeed: UInt64, feedback: FeedbackSettings? = nil,
    monitorDecibels: Float? = nil
  ) throws(CommandFailure) -> InstrumentSettings {
    var settings = InstrumentSettings()
    settings.hearing = try hearing.controls(for: profile)
    settings.seed = seed ?? defaultSeed
    settings.gainDecibels = gain
    settings.strips = kitOptions.strips
    settings.feedback = feedback
    settings.monitorDecibels = monitorDecibels
    settings.certainty = certainty
    settings.voiceCount = voices
    settings.playing = PlayingStyle(choice: variation, humanising: .slight * humanise)
    return settings
  }
}

extension ArgumentHelp {
  /// Of the profile, wherever one can be given.
  static let profile = ArgumentHelp(
    "The sounds it knows: a profile's name or path, made by 'flam learn'. Default: a rough built-in guess at low, middle and high sounds.",
    valueName: "name or path")
  /// Of the time after which a command ends.
  static let seconds = ArgumentHelp("Stop by itself after this many seconds.", valueName: "seconds")
}
