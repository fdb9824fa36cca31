// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Engine
import FoundationEssentials
import Instrument
import Profiles
import Reports
import Screen
import SoundFiles
import Storage

struct Learn: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Teach Flam your own sounds.",
    usage: "flam learn <profile> [<options>]",
    discussion: """
        flam learn me                              kick, snare and hat
        flam learn me --sound kick --sound clap    these two sounds
        flam learn me --sound kick --sound clap --sound kick+clap
        flam learn me --take kick=palm.wav --take snare=knuckle.wav
        flam learn me --again                      another day: 3 hits a sound
        flam learn me --plays tap=cowbell          what your sound 'tap' plays

      Then play with them: flam play --profile me

      At the microphone, Flam measures the room and the level. Then it asks for soft and \
      hard hits of each sound. Three sounds take about 40 seconds.

      From files, each sound needs a recording of 5 to 50 hits, soft and hard, and nothing \
      else. A sound that is named after a drum (kick, snare, hihat, tom) plays that drum; \
      --plays lets it play others: 'kick + clap', 'tom-high / tom-low', \
      'snare, side-stick from velocity 0.8'.

      The sound kick+clap is kick and clap struck at the same time. It plays the drums of \
      both. Teach each of them alone, too.
      """)

  /// The profile, its sounds, and how they are taught.
  struct Lessons: ParsableArguments {
    @Argument(
      help: ArgumentHelp(
        "Name of the profile, or the path of its .json file.", valueName: "profile"))
    var profile: String

    @Option(
      help: ArgumentHelp(
        "Ask for this sound at the microphone. Repeat for others. Default: kick, snare, hat.",
        valueName: "name"))
    var sound: [String] = []

    @Option(
      help: ArgumentHelp(
        "Hits to ask for, of each sound (2...50). Default: 10, or 3 with --again.",
        valueName: "count"))
    var hits: Int?

    @Option(
      help: ArgumentHelp(
        "Learn a sound from a recording. Repeat for others.", valueName: "sound=file"))
    var take: [String] = []

    @Option(
      help: ArgumentHelp(
        "Let a sound play these pads. Repeat for others. Alone, it changes a profile that is there.",
        valueName: "sound=pads"))
    var plays: [String] = []

    @Flag(
      help: "Fit a profile to today's place and hands. PROFILE.json.bak is the old profile.")
    var again = false
  }

  /// Whether Flam may set the level of the microphone.
  struct LevelOption: ParsableArguments {
    @Flag(help: "Set the microphone's level where it is too low or too high, and say so.")
    var setLevel = false
  }

  @OptionGroup(title: HelpSection.need) var lessons: Lessons
  @OptionGroup(title: HelpSection.sound) var curve: VelocityCurveOption
  @OptionGroup(title: HelpSection.devices) var stream: StreamOptions
  @OptionGroup(title: HelpSection.devices) var level: LevelOption
  @OptionGroup(title: HelpSection.devices) var speech: SpeechOption
  @OptionGroup(title: HelpSection.advanced) var overwriting: ForceOption
  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  var profile: String { lessons.profile }
  var take: [String] { lessons.take }
  var plays: [String] { lessons.plays }
  var sound: [String] { lessons.sound }
  var hits: Int? { lessons.hits }
  var again: Bool { lessons.again }
  var setLevel: Bool { level.setLevel }
  var velocityCurve: VelocityCurve? { curve.velocityCurve }
  var force: Bool { overwriting.force }
  var json: Bool { output.json }

  func validate() throws {
    for take in take where splitTake(take) == nil {
      throw ValidationError("--take \(take): write it as SOUND=FILE, for example kick=palm.wav.")
    }
    for rule in plays {
      guard let (_, text) = splitTake(rule) else {
        throw ValidationError("--plays \(rule): write it as SOUND=PADS, for example tap=cowbell.")
      }
      do { _ = try PadRule(text) } catch { throw ValidationError("--plays \(rule): \(error).") }
    }
    guard take.isEmpty || sound.isEmpty else {
      throw ValidationError("Give either --take, to learn from files, or --sound, to learn live.")
    }
    if let hits, !(LiveLearner.fewestHits...50).contains(hits) {
      throw ValidationError("--hits must lie in \(LiveLearner.fewestHits)...50, not \(hits).")
    }
    guard take.isEmpty || hits == nil else {
      throw ValidationError("--hits is for the microphone; leave it out with --take.")
    }
    guard take.isEmpty || speech.speech == nil else {
      throw ValidationError("--speech is for the microphone; leave it out with --take.")
    }
    guard take.isEmpty || !setLevel else {
      throw ValidationError("--set-level needs the microphone; leave it out with --take.")
    }
    guard !(again && force) else {
      throw ValidationError("Give either --again, to learn on, or --force, to learn anew.")
    }
    if take.isEmpty { try stream.validateForDevices() }
    guard profile != ProfileLocator.generalName else {
      throw ValidationError("The profile 'general' is built in; choose another name.")
    }
  }

  func run() throws {
    let path = ProfileLocator().path(profile)
    try OutputFiles.checkSession(of: path)
    let isThere = FileSystem.exists(path)
    let table = PadTable(Dictionary(plays.compactMap(splitTake)) { $1 })
    if isThere, !plays.isEmpty, take.isEmpty, sound.isEmpty, !again, !force {
      return try keep(table, path)
    }
    let old = again ? try ProfileFile.read(path: path) : nil
    guard again || force || !isThere else { throw ProfileError.exists(path: path) }
    guard old?.hasPlaces != true || stream.heard.isPair else {
      throw CommandFailure(
        .usage,
        "cannot learn on with one microphone: '\(profile)' was taught by two; add --input-channel 1,2"
      )
    }
    let before = force && isThere ? try? ProfileFile.read(path: path) : nil
    let labels = try lessonLabels(old)
    let new = labels.filter { !isKnown([$0], in: old) }
    if let fault = new.lazy.compactMap({ SoundPair.fault(ofSound: $0, among: labels) }).first {
      throw CommandFailure(.usage, "cannot learn: \(fault); teach each sound of it alone, too")
    }
    if let fault = table.fault(sounds: labels) {
      throw CommandFailure(.usage, "cannot let sounds play other pads: \(fault)")
    }
    let learning = Learning(
      old: old, replaced: before, isReplacing: force && isThere,
      velocityCurve: velocityCurve, plays: table, name: profile, path: path, json: json,
      command: "flam learn \(profile)")
    if take.isEmpty {
      try learnLive(learning)
    } else {
      let result = try learning.learn(take.compactMap(splitTake).map(lesson))
      try learning.save(result, showsAll: true)
    }
  }

  /// Assigns other pads to the sounds of an existing profile.
  private func keep(_ table: PadTable, _ path: String) throws {
    try ProfileFile.keep(table, path: path)
    for (sound, rule) in table.rules.sorted(by: { $0.key < $1.key }) {
      Terminal.report("\(sound.printable) plays \(rule.printable)")
    }
    Terminal.report(
      "Written to \(path.printable) (the old one: \(ProfileFile.keptPath(path).printable)).")
  }

  /// Names of all sounds of the profile to be.
  private func lessonLabels(_ old: Profile?) throws -> [String] {
    let known = old?.sounds.map(\.name) ?? []
    let asked = take.isEmpty ? try labels(old) : take.compactMap { splitTake($0)?.label }
    return unique(known + asked)
  }

  private static let hitsPerNewSound = 10

  private func learnLive(_ learning: Learning) throws {
    // The devices chosen on the screen are used here, too.
    let kept = KeptChoices.read(isShown: Terminal.isScreen && !json)
    let capture = stream.namesCapture ? stream.captureDevice : kept.input ?? stream.captureDevice
    let playback = stream.device ?? kept.output ?? StreamOptions.defaultDevice
    let labels = try labels(learning.old)
    let signals = StopSignals()
    let text = LiveLessonText(setsLevel: setLevel)
    let voice = try LessonVoice(speech.choice, device: playback, settings: stream.settings)
    let live = try LiveLesson(
      device: capture, streams: stream.settings,
      hitsPerSound: hits ?? (isKnown(labels, in: learning.old) ? 3 : Self.hitsPerNewSound),
      setsLevel: setLevel,
      player: LiveLesson.Player(
        waits: { signals.wait(milliseconds: $0) }, hasAnswered: { Terminal.newAnswer() != nil },
        hears: { text.lines($0).forEach(Terminal.report) }, voice: voice))
    let talk = LessonTalk(
      live: live, learning: learning, device: capture, hitsPerNewSound: hits ?? Self.hitsPerNewSound
    )
    do {
      try live.prepare()
      try live.teach(labels)
      let result = try talk.result(showing: { $0.body })
      if stream.heard.isPair && !result.profile.hasPlaces {
        Terminal.report(
          "Both channels of the microphone are the same, or the second is silent: it was learned by one."
        )
      }
      try learning.save(result, showsAll: false)
    } catch let end as LiveLesson.BrokenOff {
      try talk.salvage(labels, end)
    }
  }

  /// Names of the sounds to ask for.
  private func labels(_ old: Profile?) throws -> [String] {
    guard let old else { return sound.isEmpty ? ["kick", "snare", "hat"] : unique(sound) }
    let known = old.sounds.map(\.name)
    if let label = sound.first(where: {
      !known.contains($0) && SoundPair(named: $0, among: known) == nil
    }) {
      throw LearningError.unknownSound(label: label, known: known)
    }
    return sound.isEmpty ? known : unique(sound)
  }

  /// A profile has all of these sounds.
  private func isKnown(_ labels: [String], in old: Profile?) -> Bool {
    guard let known = old?.sounds.map(\.name) else { return false }
    return labels.allSatisfy(known.contains)
  }

  private func unique(_ labels: [String]) -> [String] {
    labels.indices.filter { !labels[..<$0].contains(labels[$0]) }.map { labels[$0] }
  }

  private func splitTake(_ take: String) -> (label: String, path: String)? {
    guard let equals = take.firstIndex(of: "=") else { return nil }
    let label = String(take[..<equals])
    let path = String(take[take.index(after: equals)...])
    return label.isEmpty || path.isEmpty ? nil : (label, path)
  }

  private func lesson(label: String, path: String) throws -> Lesson {
    let take = try Take.reported(path: path, channels: stream.takeChannels)
    return Lesson(
      label: label, samples: take.samples, second: take.second,
      sampleRateHz: Float(take.sampleRateHz), source: path)
  }
}
