// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
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

  /// Sounds to teach, with suggestions what to hit.
  private static let sounds = [
    (name: "kick", hint: "the palm of your hand"), (name: "snare", hint: "a knuckle"),
    (name: "hat", hint: "a fingernail"),
  ]
  private static let hitsPerSound = 2
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

  @OptionGroup(title: HelpSection.need) var choices: Choices
  @OptionGroup(title: HelpSection.need) var ending: SecondsOption
  @OptionGroup(title: HelpSection.devices) var devices: DuplexOptions
  @OptionGroup(title: HelpSection.devices) var setup: SetupOptions

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
    if isTaught, !choices.teach {
      guard let isAgain = answer(isAgainQuestion, signals) else { return }
      if !isAgain { return try play(name, sweeps: false) }
    }
    switch try prepare(isTaught, path, signals) {
    case .play(let profile, let isHeard):
      reportWorstFinding()
      try play(profile, sweeps: isHeard && !setup.noSweep)
    case .end: break
    }
  }

  private enum Next {
    /// The profile that was taught, nil for the built-in guess; and whether there is a microphone.
    case play(profile: String?, isHeard: Bool)
    case end
  }

  private var isAgainQuestion: String {
    "Return: play with your sounds '\(name)'. T and Return: teach them anew. Q and Return: quit."
  }

  /// Measures the room and the level, and teaches the sounds; the microphone is closed when it
  /// returns.
  private func prepare(_ isTaught: Bool, _ path: String, _ signals: StopSignals) throws -> Next {
    guard let live = try microphone(signals) else {
      return .play(profile: isTaught ? name : nil, isHeard: false)
    }
    let before = isTaught ? try? ProfileFile.read(path: path) : nil
    let learning = Learning(
      old: nil, replaced: before, isReplacing: isTaught, velocityCurve: nil, plays: PadTable([:]),
      name: name, path: path, json: false, fewestHits: Self.hitsPerSound)
    let talk = LessonTalk(
      live: live, learning: learning, device: devices.stream.captureDevice)
    do {
      guard try hears(live) else { return .play(profile: isTaught ? name : nil, isHeard: false) }
      if !choices.teach, !isTaught {
        Terminal.report(
          "Return: teach your sounds (half a minute). P and Return: play now. Q and Return: quit."
        )
        let answer = try live.rest { Terminal.newAnswer() }
        if Self.ends(answer) { return .end }
        if answer.lowercased() == "p" { return .play(profile: nil, isHeard: true) }
      }
      for sound in Self.sounds {
        Terminal.report("")
        Terminal.report("Your \(sound.name): \(sound.hint), or what you like.")
        guard try teaches(sound.name, live) else {
          let isEnough = !isTaught && live.lessons.count >= Learning.fewestSounds
          if isEnough { try talk.salvage(Self.sounds.map(\.name), .asked) }
          return .play(profile: isTaught || isEnough ? name : nil, isHeard: true)
        }
      }
      try learning.save(talk.result(showing: \.brief), showsAll: false)
      Terminal.report(
        "That is a beginning: Flam goes on learning while you play. 'flam learn \(name) --force' takes ten hits each."
      )
      return .play(profile: name, isHeard: true)
    } catch let end as LiveLesson.BrokenOff {
      try talk.salvage(Self.sounds.map(\.name), end)
      return .end
    }
  }

  /// Measures the room and the level, once more as long as nothing is heard; false if the player
  /// plays all the same.
  private func hears(_ live: LiveLesson) throws(LiveLesson.BrokenOff) -> Bool {
    while true {
      do throws(LiveLesson.BrokenOff) {
        try live.prepare()
        return true
      } catch {
        guard case .nothingHeard = error, Terminal.isAnswered else { throw error }
      }
      Terminal.report(
        "Return: listen once more. P and Return: play now, by keys. Q and Return: quit. "
          + "'flam devices' lists other microphones.")
      let answer = try live.rest { Terminal.newAnswer() }
      if Self.ends(answer) { throw .asked }
      if answer.lowercased() == "p" { return false }
    }
  }

  /// Teaches a sound, once more as long as too little of it is heard; false if the player plays all
  /// the same.
  private func teaches(_ sound: String, _ live: LiveLesson) throws(LiveLesson.BrokenOff) -> Bool {
    while true {
      do throws(LiveLesson.BrokenOff) {
        try live.teach(sound)
        return true
      } catch {
        guard case .tooFewHits = error, Terminal.isAnswered else { throw error }
      }
      Terminal.report(
        "Return: try \(sound) again. P and Return: play now. Q and Return: quit. "
          + "'flam devices' lists other microphones.")
      let answer = try live.rest { Terminal.newAnswer() }
      if Self.ends(answer) { throw .asked }
      if answer.lowercased() == "p" { return false }
    }
  }

  /// Opens the microphone; nil if there is none: playing reports that, and plays the bundled take.
  private func microphone(_ signals: StopSignals) throws -> LiveLesson? {
    let setsLevel = !setup.keepLevel
    let text = LiveLessonText(setsLevel: setsLevel)
    let voice = try LessonVoice(
      setup.speech.choice, device: devices.playbackDevice, settings: devices.settings,
      waits: { signals.wait(milliseconds: $0) })
    let player = LiveLesson.Player(
      waits: { signals.wait(milliseconds: $0) }, hasAnswered: { Terminal.newAnswer() != nil },
      hears: { text.lines($0).forEach(Terminal.report) }, isSpokenTo: voice.says)
    do {
      return try LiveLesson(
        device: devices.stream.captureDevice, streams: devices.settings,
        hitsPerSound: Self.hitsPerSound, setsLevel: setsLevel, player: player)
    } catch {
      if devices.stream.namesCapture { throw error }
      return nil
    }
  }

  /// Asks; true if the answer is t, nil if the player wants to end.
  private func answer(_ question: String, _ signals: StopSignals) -> Bool? {
    Terminal.report(question)
    while !signals.wait(milliseconds: 30) {
      if let answer = Terminal.newAnswer() {
        return Self.ends(answer) ? nil : answer.lowercased() == "t"
      }
    }
    return nil
  }

  private static func ends(_ answer: String) -> Bool {
    ["q", "quit"].contains(answer.lowercased())
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
    try play.run()
  }
}
