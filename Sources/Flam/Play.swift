// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import ArgumentParser
import AudioIO
import Instrument
import Engine
import Kits
import Latency
import Profiles

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Microphone in, drums out.",
    discussion: """
      Tap near the microphone; Ctrl-C ends. Through loudspeakers the drums come back into the microphone: within the \
      first dozen strokes it learns how, and takes them out of what it hears; --sweep measures it before the first. With \
      headphones nothing comes back.

        flam play                         the default devices
        flam play --record groove.flac    keep what is played
        flam play --session               keep all of it, to be played again with 'flam replay'
        flam play --period 128            where it pops; else the period grows itself
        flam play --take taps.wav --loop  a sound file in place of the microphone
        flam play --sweep                 loudspeakers near the microphone
        flam play --backing song.mp3 --no-record-backing
                                          a track along with the drums, but not in the recording
        flam play --monitor -6            hear the microphone along with the drums

      Type while playing: 'kick -6', 'snare pan 0.3', 'snare send -12' (into a room), 'mute kick', 'solo snare', 'drums -3' and \
      Enter change the mix, 'help' tells all of it. The name of another kit and Enter: it takes over as soon as its first \
      sounds are loaded, and what still sounds rings out.

      The line at the bottom: how often the output clipped, before the limiter + after; by how many decibels the limiter \
      brings it down (lim); the highest peak of the last seconds (max); the loudness of the microphone, 0...100 (100 is full \
      scale, 10 a tenth of it); of the output its peak and its root mean square (rms) in dBFS and its momentary loudness in \
      LUFS. What a narrow terminal has no room for is left out at the end.

      Where there is no microphone a bundled take is played; where there is no playback device either, in real time \
      into a WAV (session.wav unless --record names one).
      """)

  @OptionGroup var instrument: InstrumentOptions
  @OptionGroup var devices: DuplexOptions

  @Option(
    help: ArgumentHelp(
      "Sound file in place of the microphone, in real time.", valueName: "file"))
  var take: String?

  @Flag(help: "Begin the take anew at its end.")
  var loop = false

  @OptionGroup var recording: RecordingOptions

  @OptionGroup var backing: BackingOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Play the microphone along with the drums, at this gain in decibels (-60...12); held below howling.",
      valueName: "decibels"))
  var monitor: Float?

  @Flag(
    help:
      "Play a soft sweep of two seconds first and measure how the drums return, so that they are taken out from the first stroke."
  )
  var sweep = false

  @Flag(
    help:
      "Keep what the profile learned while playing without asking; what it was before is kept beside it as PROFILE.json.bak."
  )
  var keepLearned = false

  @Option(parsing: .unconditional, help: .budget)
  var budget = LatencyReport.defaultBudgetMilliseconds

  @Flag(
    inversion: .prefixedNo,
    help: """
      Take the next larger period after \(AutoBuffer.mostPops) pops in \(Int(AutoBuffer.windowSeconds)) s, while playing \
      goes on. Default: yes, unless --period is given.
      """)
  var autoBuffer: Bool?

  @Option(parsing: .unconditional, help: .seconds)
  var seconds: Double?

  @Flag(help: "Overwrite what exists.")
  var force = false

  @Flag(help: "One JSON object a hit on standard output.")
  var json = false

  @Flag(
    help: "With --json: the levels, too, 20 times a second, as {\"meter\":…}; null for silence.")
  var meters = false

  @Flag(
    help: """
      With --json: every event, too, one object a line: {"event":"hit.begun","id":…} and the like for hits, xrun, device, \
      kit, mix, hearing, meters, recording, session.
      """)
  var events = false

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
    guard (-60...12).contains(monitor ?? 0) else {
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
    let signals = StopSignals()
    let start = StartWatch(signals)
    defer { start.end() }
    try recording.check(inputs: [take, backing.backing].compactMap { $0 }, isOverwriting: force)
    let output = PlayConsole.Output(json: json, meters: meters, events: events)
    let hub = EventHub()
    let news = PlayConsole.listen(to: hub, for: output)
    let engine = try Engine(try setup(start), events: hub)
    start.onEnding { engine.discard() }
    start.endIfAsked()
    if engine.isAudible { devices.tellKeptDefault() }
    var console = PlayConsole(
      engine, news, output: output, expectsReturn: sweep && engine.isAudible)
    do {
      try console.tellEvents()
      try engine.start()
    } catch {
      start.end()
      engine.discard()
      throw error
    }
    let isAskedToEnd = start.end()
    Terminal.tell(CertaintyText(engine).description)
    engine.grant?.notes.forEach(Terminal.tell)
    Terminal.tell(
      BudgetText(expected: engine.expectedDelay, budgetMilliseconds: budget).description)
    let isStopped = try isAskedToEnd || !waitForSweep(engine, &console, signals)
    if !json { try Terminal.print(HitText.header) }
    let disk = DiskWait(signals: signals)
    let ending: LoopEnding
    do {
      while !isStopped && engine.isRunning
        && !signals.wait(milliseconds: console.pauseMilliseconds)
      {
        try console.tell()
      }
      ending = try end(engine, disk)
    } catch {
      _ = try? end(engine, disk)
      _ = engine.report { try disk.run($0) }
      throw error
    }
    try console.finish(engine.report { try disk.run($0) })
    try keepLearned(engine, signals)
    if case .lost(let failure) = ending { throw failure }
    for status in engine.recorders.map(\.status) {
      if let failure = status.failure ?? status.loss { throw failure }
    }
  }

  /// Keeps what was learned, where the player wants that.
  private func keepLearned(_ engine: Engine, _ signals: StopSignals) throws {
    guard let name = instrument.learnableProfile else { return }
    let choice = LearnedChoice(
      progress: engine.learning, profile: name, isKeeping: keepLearned,
      canAsk: !json && Terminal.isAnswered && StopSignals.isInterrupted)
    try choice.carryOut(engine.learnedProfile, path: ProfileLocator().path(name), signals)
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
  private func setup(_ start: StartWatch) throws -> EngineSetup {
    let profile = try instrument.loadProfile()
    var setup = EngineSetup(profile: profile, memory: instrument.memory.forPlaying())
    setup.input =
      take.map { .take(path: $0, channels: devices.stream.takeChannels, isLooped: loop) }
      ?? .device(devices.stream.captureDevice, isNamed: devices.stream.namesCapture)
    setup.output = .device(devices.playbackDevice, isNamed: devices.namesPlayback)
    setup.streams = devices.settings
    setup.rateHz = devices.stream.rate
    setup.kit = instrument.kit
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
    guard recording.sessions.isKept else { return setup }
    setup.journal = { begun in
      start.endIfAsked()
      let keeper = try recording.sessions.keeper(begun, else: recording.elseFolder)
      start.onEnding { keeper.discard() }
      return keeper
    }
    return setup
  }
}
