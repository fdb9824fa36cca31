// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Instrument
import Engine
import Kits
import Page
import Profiles

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Microphone in, drums out.",
    usage: "flam play [<options>]",
    discussion: """
        flam play                           tap near the microphone; Ctrl-C ends
        flam play --profile me              with the sounds that you taught
        flam play --record groove.flac      and keep what you hear
        flam play --take taps.wav --loop    a sound file in place of the microphone
        flam play --web                     a page in your browser, too

      While you play, type a line and press Enter. 'snare -3' makes the snare softer, the \
      name of a kit changes the kit, and 'help' lists the rest. docs/playing.md explains \
      the line at the bottom.

      Loudspeakers: the microphone hears your drums too. Within a dozen hits Flam learns \
      how they come back, and takes them out. --sweep measures it before you begin.

      Without a microphone, a bundled take plays. Without a playback device, the drums go \
      into a WAV: the one of --record, else session.wav.
      """)

  @OptionGroup(title: HelpSection.need) var drums: DrumOptions
  @OptionGroup(title: HelpSection.need) var source: SourceOptions
  @OptionGroup(title: HelpSection.need) var ending: SecondsOption
  @OptionGroup(title: HelpSection.sound) var sound: SoundOptions
  @OptionGroup(title: HelpSection.sound) var monitoring: MonitorOption
  @OptionGroup(title: HelpSection.hearing) var answer: AnswerOptions
  @OptionGroup(title: HelpSection.hearing) var adapting: AdaptingOptions
  @OptionGroup(title: HelpSection.hearing) var speech: SpeechOption
  @OptionGroup(title: HelpSection.along) var backing: BackingOptions
  @OptionGroup(title: HelpSection.devices) var devices: DuplexOptions
  @OptionGroup(title: HelpSection.devices) var buffering: BufferOptions
  @OptionGroup(title: HelpSection.recording) var recording: RecordingOptions
  @OptionGroup(title: HelpSection.recording) var overwriting: ForceOption
  @OptionGroup(title: HelpSection.ports) var ports: PortOptions
  @OptionGroup(title: HelpSection.page) var paging: PageOptions
  @OptionGroup(title: HelpSection.advanced) var voicing: VoiceOptions
  @OptionGroup(title: HelpSection.advanced) var output: PlayOutputOptions

  var instrument: InstrumentOptions { InstrumentOptions(drums, sound, answer, voicing) }
  var take: String? { source.take }
  var loop: Bool { source.loop }
  var seconds: Double? { ending.seconds }
  var monitor: Float? { monitoring.monitor }
  var sweep: Bool { adapting.sweep }
  var keepLearned: Bool { adapting.keepLearned }
  var budget: Double { buffering.budget }
  var autoBuffer: Bool? { buffering.autoBuffer }
  var force: Bool { overwriting.force }
  var json: Bool { output.common.json }
  var meters: Bool { output.meters }
  var events: Bool { output.events }
  var verbose: Bool { output.verbose }
  var showsScreen: Bool { !json && !output.plain && Terminal.isScreen }

  func validate() throws {
    guard !keepLearned || instrument.learnableProfile != nil else {
      throw ValidationError(
        "--keep-learned goes with --profile: the built-in guess is not changed; teach it yours with 'flam learn me'."
      )
    }
    guard !keepLearned || !instrument.hearing.noAdapt else {
      throw ValidationError("--keep-learned and --no-adapt exclude each other.")
    }
    guard json || !meters else { throw ValidationError("--meters goes with --json.") }
    guard json || !events else { throw ValidationError("--events goes with --json.") }
    try StreamOptions.validate(seconds: seconds)
    try LatencyOptions.validate(budget: budget)
    try devices.stream.validateForDevices()
    guard take == nil || devices.stream.input == nil else {
      throw ValidationError("Give --take or --input, not both.")
    }
    guard InstrumentSettings.monitorGainsDecibels.contains(monitor ?? 0) else {
      throw ValidationError("--monitor must lie in -60...12, not \(monitor ?? 0).")
    }
    guard take != nil || !loop else {
      throw ValidationError("--loop goes with --take.")
    }
    guard take == nil || !sweep else {
      throw ValidationError("--sweep goes with a microphone, not with --take.")
    }
  }

  func run() throws {
    if output.fresh { KeptChoices.forget() }
    var (play, kept) = (self, KeptChoices.read(isShown: showsScreen))
    var before: (play: Play, kept: KeptChoices)?
    var news = kept.unless(self).text
    // Threads that start from here on leave Ctrl-C to whoever waits for it.
    _ = StopSignals()
    let page = ShownPage(.own, paging.wish)
    let door = PlayDoor.open(page)
    defer { door?.stop() }
    while true {
      let chosen = kept.unless(play)
      do {
        guard let picked = try play.on(chosen).perform(chosen, keeping: kept, news, page) else {
          return
        }
        (play, kept) = (play.withoutRecording, kept.played())
        before = (play, kept)
        (play, kept) = (play.forgetting(picked.direction), kept.on(picked))
        news = picked.text
      } catch let error as DeviceError {
        guard error.kind != .lost else { throw error }
        if let last = before {
          news = "\(error.text(\.options)); playing goes on as before"
          (play, kept, before) = (last.play, last.kept, nil)
        } else if chosen.hasDevice {
          news = "\(error.text(\.options)); it was picked last time, the usual device plays now"
          (kept.input, kept.output) = (nil, nil)
        } else {
          throw error
        }
      }
    }
  }

  /// Plays until the player ends it; gives a device on which playing is to begin again, nil where it is not.
  ///
  /// - Parameters:
  ///   - kept: Choices that no option overrides.
  ///   - all: Those that are kept in the end, with what has changed by then.
  ///   - news: What is told first.
  ///   - page: Where it is shown.
  private func perform(
    _ kept: KeptChoices, keeping all: KeptChoices, _ news: String?, _ page: ShownPage
  ) throws -> PickedDevice? {
    let signals = StopSignals()
    let start = StartWatch(signals)
    defer { start.end() }
    news.map(Terminal.tell)
    try recording.check(inputs: [take, backing.backing].compactMap { $0 }, isOverwriting: force)
    let told = PlayConsole.Output(
      json: json, meters: meters, events: events, verbose: verbose, isScreen: showsScreen,
      isKeepingLearned: keepLearned)
    let hub = EventHub()
    let events = PlayConsole.listen(to: hub, for: told)
    let engine = try Engine(try setup(start, kept), events: hub)
    start.onEnding { engine.discard() }
    start.endIfAsked()
    if engine.isAudible { devices.tellKeptDefault() }
    var console: PlayConsole
    var openPorts = OpenPorts.none
    let address: String?
    defer {
      page.end()
      openPorts.stop()
    }
    do {
      openPorts = try ports.open(engine)
      console = PlayConsole(
        engine, events, openPorts, try PlayVoice(speech, engine), output: told,
        expectsReturn: sweep && engine.isAudible)
      try console.tellEvents()
      address = try show(page, of: engine)
      try engine.start()
      if let metronome = backing.metronome { try engine.perform(.tempo(metronome)) }
    } catch {
      start.end()
      engine.discard()
      throw error
    }
    let isAskedToEnd = start.end()
    if recording.record == nil, !recording.sessions.isKept, let path = engine.recorders.first?.path
    {
      Terminal.tell(
        "You hear it afterwards in '\(path)': a sound file. --session keeps a session, which 'flam replay' plays again."
      )
    }
    CertaintyText(engine).lines.forEach(Terminal.tell)
    engine.grant?.notes.forEach { Terminal.tell($0.text(\.options)) }
    Terminal.tell(
      BudgetText(expected: engine.expectedDelay, budgetMilliseconds: budget).description)
    openPorts.delays(engine.noteDelaySeconds).forEach(Terminal.tell)
    let isStopped = try isAskedToEnd || !waitForSweep(engine, &console, signals)
    let showsScreen = console.showScreen()
    if let address, showsScreen { console.say("page: \(address)") }
    if let news, showsScreen { console.say(news) }
    if !showsScreen {
      if !json { try Terminal.print(HitText.header) }
      Terminal.readKeys()
    }
    defer { Terminal.readLines() }
    let disk = DiskWait(signals: signals)
    let ending: LoopEnding
    let showedScreen: Bool
    var picked: PickedDevice?
    do {
      while !isStopped && picked == nil && engine.isRunning
        && !signals.wait(milliseconds: console.pauseMilliseconds)
      {
        try console.tell()
        for text in page.takeNews() { console.say(text) }
        picked = console.pickedDevice
      }
      Terminal.readLines()
      showedScreen = console.closeScreen()
      ending = try end(engine, disk)
      openPorts.stop()
    } catch {
      _ = console.closeScreen()
      _ = try? end(engine, disk)
      _ = engine.report { try disk.run($0) }
      throw error
    }
    if ending == .finished, showedScreen, seconds == nil {
      let next =
        take == nil ? "plug in a microphone to play yourself" : "--loop plays it over and over"
      Terminal.tell("The take has ended, and the playing with it: \(next).")
    }
    try console.finish(engine.report { try disk.run($0) })
    if showedScreen { KeptChoices(engine.state, on: all).keep() }
    try keepLearned(engine, signals, isPicked: picked != nil)
    if case .lost(let failure) = ending { throw failure }
    for status in engine.recorders.map(\.status) {
      if let failure = status.failure ?? status.loss { throw failure }
    }
    return picked
  }

  /// Shows the page where it is asked for, and tells where; nil where it is not.
  private func show(_ page: ShownPage, of engine: Engine) throws(CommandFailure) -> String? {
    do throws(PageError) {
      let address = try page.begin(engine)
      address.map(OpenedPage.tell)
      return address
    } catch {
      throw CommandFailure(.unavailable, error.description + "; --web PORT takes another one")
    }
  }

  /// Keeps what was learned, where the player wants that.
  private func keepLearned(_ engine: Engine, _ signals: StopSignals, isPicked: Bool) throws {
    for learned in engine.learnedProfiles {
      guard let name = learned.name else { continue }
      let choice = LearnedChoice(
        progress: learned.progress, profile: name, isKeeping: keepLearned,
        canAsk: !json && Terminal.isAnswered && (isPicked || StopSignals.isInterrupted))
      try choice.carryOut(learned.profile, path: ProfileLocator().path(name), signals)
    }
  }

  /// Ends the playing at once, and closes the recording when its disk has taken all of it.
  private func end(_ engine: Engine, _ disk: DiskWait) throws -> LoopEnding {
    let ending = engine.stop()
    try disk.run { engine.finish() }
    return ending
  }

  /// Waits for the sweep, where there is one, and tells what it found; false where it was told to stop.
  private func waitForSweep(
    _ engine: Engine, _ console: inout PlayConsole, _ signals: StopSignals
  ) throws -> Bool {
    if sweep && !engine.isSweeping && engine.state.echo == nil {
      Terminal.tell("no sweep: it takes a microphone and loudspeakers")
      return true
    }
    guard engine.isSweeping else { return true }
    Terminal.tell("a sweep of two seconds: please wait, and be quiet")
    while engine.isSweeping {
      if signals.wait(milliseconds: 20) { return false }
    }
    try console.tellEvents()
    return true
  }

  /// What is to be played, on what, and what is kept of it.
  private func setup(_ start: StartWatch, _ kept: KeptChoices) throws -> EngineSetup {
    let instrument = InstrumentOptions(drums, sound, answer, voicing, kept: kept)
    let profile = try instrument.loadProfile()
    var setup = EngineSetup(profile: profile, memory: try instrument.memory.forPlaying())
    setup.profileName = instrument.learnableProfile
    setup.input =
      take.map { .take(path: $0, channels: devices.stream.takeChannels, isLooped: loop) }
      ?? .device(devices.stream.captureDevice, isNamed: devices.stream.namesCapture)
    setup.output = .device(devices.playbackDevice, isNamed: devices.namesPlayback)
    setup.streams = devices.settings
    setup.rateHz = devices.stream.rate
    setup.kit = try instrument.madeKit()
    setup.adjustments = instrument.kitOptions.adjustments
    setup.settings = try instrument.settings(
      for: profile, defaultSeed: .random(in: 1 ... .max), monitorDecibels: monitor)
    setup.backing = try backing.played()
    setup.sweep = sweep
    setup.budgetMilliseconds = budget
    setup.growsBuffer = autoBuffer ?? (devices.stream.givenPeriod == nil)
    setup.seconds = seconds
    setup.recording = EngineSetup.Recording(
      file: { recording.file(isAudible: $0) },
      stems: { try recording.stemFiles(of: $0, $1, isOverwriting: force) },
      microphone: { recording.microphoneFile(of: $0) }, isOverwriting: force)
    setup.keepsJournal = recording.sessions.isKept
    setup.journal = { [recording] begun in
      guard begun.isFromBeginning else {
        return try recording.sessions.keeper(begun, else: recording.elseFolder)
      }
      start.endIfAsked()
      let keeper = try recording.sessions.keeper(begun, else: recording.elseFolder)
      start.onEnding { keeper.discard() }
      return keeper
    }
    return setup
  }
}
