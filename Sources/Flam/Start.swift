// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Console
import Doctor
import Engine
import Profiles
import Reports
import Screen
import Storage

/// The first run: from a microphone to the player's own sounds within a minute.
struct Start: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Set up, teach your sounds, and play.",
    discussion: """
        flam                  the same, in a terminal
        flam start --now      play at once, without lessons
        flam start --teach    teach your sounds anew

      Flam measures the room and the microphone's level, and sets the level where it is too \
      low or too high. Then it asks for two hits of each sound, a soft one and a hard one. \
      It goes on learning while you play, and keeps what it learned at the end.

      The next time, Return plays at once. Ctrl-C ends at any point; two sounds or more that \
      were taught by then are kept.
      """)

  private static let greeting = "FLAM  Tap on the table near the microphone: drums answer."

  /// Choices that need no question.
  struct Choices: ParsableArguments {
    @Argument(help: ArgumentHelp("Name of your profile.", valueName: "profile"))
    var profile = "me"

    @Flag(help: "Teach your sounds, anew where they were taught before.")
    var teach = false

    @Flag(help: "Play at once, with your sounds where they were taught before.")
    var now = false
  }

  /// Settings that stay as they are.
  struct SetupOptions: ParsableArguments {
    @Flag(help: "Leave the microphone's level as it is.")
    var keepLevel = false

    @Flag(help: "Do not measure how the drums return from the loudspeakers.")
    var noSweep = false

    @OptionGroup var speech: SpeechOption
  }

  /// What it says.
  struct Details: ParsableArguments {
    @Flag(help: "Print what is worth mending on this machine, and the parts of the delay.")
    var verbose = false
  }

  @OptionGroup(title: HelpSection.need) var choices: Choices
  @OptionGroup(title: HelpSection.need) var ending: SecondsOption
  @OptionGroup(title: HelpSection.devices) var devices: DuplexOptions
  @OptionGroup(title: HelpSection.devices) var setup: SetupOptions
  @OptionGroup(title: HelpSection.advanced) var details: Details

  private var name: String { choices.profile }

  func validate() throws {
    guard !(choices.teach && choices.now) else {
      throw ValidationError("Give either --teach or --now.")
    }
    guard name != ProfileLocator.generalName else {
      throw ValidationError("The profile 'general' is built in; choose another name.")
    }
    try StreamOptions.validate(seconds: ending.seconds)
    try devices.stream.validateForDevices()
  }

  func run() throws {
    // The devices chosen on the screen are used here, too.
    var start = self
    start.devices = devices.on(KeptChoices.read(isShown: Terminal.isScreen).unless(devices))
    try start.begin()
  }

  private func begin() throws {
    let path = ProfileLocator().path(name)
    try OutputFiles.checkSession(of: path)
    let signals = StopSignals()
    let isTaught = FileSystem.exists(path)
    // The microphone and the machine take a moment to look at.
    Terminal.report(Self.greeting)
    if choices.now { return try play(isTaught ? name : nil, sweeps: false) }
    defer { Terminal.readLines() }
    if isTaught, !choices.teach {
      guard let isAgain = answer(isAgainQuestion, signals) else { return }
      if !isAgain { return try play(name, sweeps: false) }
    }
    let first = FirstRun.Microphone(device: devices.stream.captureDevice)
    switch try firstRun(isTaught, path, signals).run(first) {
    case .play(let profile, let microphone, let isHeard):
      if details.verbose { reportWorstFinding() }
      try hearing(microphone, insteadOf: first).play(profile, sweeps: isHeard && !setup.noSweep)
    case .quit: break
    }
  }

  private var isAgainQuestion: String {
    "Return: play with your sounds '\(name)'. T: teach them anew. Q: quit."
  }

  private func firstRun(_ isTaught: Bool, _ path: String, _ signals: StopSignals) throws -> FirstRun
  {
    let before = isTaught ? try? ProfileFile.read(path: path) : nil
    let learning = Learning(
      old: nil, replaced: before, isReplacing: isTaught, velocityCurve: nil, plays: PadTable([:]),
      name: name, path: path, json: false, command: "flam start",
      fewestHits: FirstRun.hitsPerSound)
    let voice = try LessonVoice(
      setup.speech.choice, device: devices.playbackDevice, settings: devices.settings)
    return FirstRun(
      learning: learning, isTaught: isTaught, teachesUnasked: choices.teach || isTaught,
      opens: { try opened($0, voice, signals) },
      microphones: {
        AudioDevice.listed().filter(\.hasCapture).map { ($0.name, $0.text) }
      }, asks: Terminal.isAnswered, typed: Self.typed)
  }

  /// The answer to a question: a key of these or, for nil, a line.
  private static func typed(_ keys: String?) -> String? {
    keys.map(Terminal.newKey) ?? Terminal.newAnswer()
  }

  /// Opens a microphone; nil if there is none.
  private func opened(
    _ microphone: FirstRun.Microphone, _ voice: LessonVoice, _ signals: StopSignals
  ) throws -> LiveLesson? {
    let setsLevel = !setup.keepLevel
    let text = LiveLessonText(setsLevel: setsLevel)
    let player = LiveLesson.Player(
      waits: { signals.wait(milliseconds: $0) }, hasAnswered: { Terminal.newAnswer() != nil },
      hears: { text.lines($0).forEach(Terminal.report) }, voice: voice)
    let isFirst = microphone.device == devices.stream.captureDevice && microphone.channel == nil
    var streams = devices.settings
    if let channel = microphone.channel { streams.inputChannels = .channel(channel) }
    do {
      return try LiveLesson(
        device: microphone.device, streams: streams, hitsPerSound: FirstRun.hitsPerSound,
        setsLevel: setsLevel, player: player)
    } catch {
      if devices.stream.namesCapture || !isFirst { throw error }
      return nil
    }
  }

  /// The same on another microphone that the player chose, which is kept for the next time.
  private func hearing(
    _ microphone: FirstRun.Microphone, insteadOf first: FirstRun.Microphone
  ) -> Start {
    guard microphone != first else { return self }
    let picked = PickedDevice(
      direction: .capture, name: microphone.device, channel: microphone.channel)
    KeptChoices.read().on(picked).keep()
    var start = self
    start.devices.stream.input = microphone.device
    start.devices.stream.heard.hear(channel: microphone.channel)
    return start
  }

  /// Asks; true if the answer is t, nil if the player wants to end.
  private func answer(_ question: String, _ signals: StopSignals) -> Bool? {
    Terminal.report(question)
    while !signals.wait(milliseconds: 30) {
      if let answer = Terminal.newKey(of: "tq") {
        return FirstRun.ends(answer) ? nil : answer == "t"
      }
    }
    return nil
  }

  /// Reports the machine's most important problem, if there is one.
  private func reportWorstFinding() {
    var worst: Finding?
    for finding in Doctor.findings() {
      if finding.status == .fix || finding.status == .warn && worst == nil { worst = finding }
      if finding.status == .fix { break }
    }
    guard let worst else { return }
    Terminal.report("")
    Terminal.report("Worth mending ('flam doctor' shows more): \(worst.found).")
    if let fix = worst.fix { Terminal.report("  \(worst.why): \(fix)") }
  }

  private func play(_ profile: String?, sweeps: Bool) throws {
    var play = try Play.parse([])
    play.devices = devices
    play.ending = ending
    play.drums.known.profile = profile
    play.adapting.keepLearned = profile != nil
    play.adapting.sweep = sweeps
    play.speech = setup.speech
    play.output.verbose = details.verbose
    try play.run()
  }
}
