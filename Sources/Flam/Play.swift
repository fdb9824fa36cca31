// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import ArgumentParser
import AudioIO
import Glibc
import Instrument
import Kits
import Latency
import Profiles
import Sessions

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
    let stage =
      if let take { try PlayStage.withTake(take, isLooped: loop, devices) } else {
        try PlayStage.withMicrophone(devices)
      }
    let profile = try instrument.loadProfile()
    let kitPath = try KitLocator().kit(instrument.kit)
    var kits = try KitChanger(
      kitPath, instrument.kitOptions.adjustments, memory: instrument.memory.forPlaying(),
      sampleRateHz: stage.loop.rateHz, answering: profile.sounds.map(\.role),
      isWhole: stage.takeRateHz != nil || recording.sessions.isKept)
    let kit = try kits.first()
    let performance = Performance(
      kit: kit, profile: profile,
      settings: try instrument.settings(
        for: profile, defaultSeed: .random(in: 1 ... .max),
        feedback: canReturn(stage) ? FeedbackSettings(periodFrames: stage.loop.periodFrames) : nil,
        monitorDecibels: monitor), tails: kits.tails,
      backing: try backing.track(sampleRateHz: stage.loop.rateHz),
      transcript: recording.sessions.isKept ? Transcript(sampleRateHz: stage.loop.rateHz) : nil)
    start.endIfAsked()
    let keeper = try keeper(of: performance, kitPath: kitPath, profile, stage)
    if let keeper { start.onEnding { keeper.discard() } }
    let live: LivePerformance
    let news: PlayEvents
    do {
      live = try self.live(performance, on: stage, keeper)
      news = PlayEvents(live, takeRateHz: stage.takeRateHz, isPrinting: events)
      if stage.isAudible { devices.tellKeptDefault() }
      stage.notes.forEach(Terminal.tell)
      try live.start(frameLimit: frameLimit(stage))
    } catch {
      start.end()
      keeper?.discard()
      throw error
    }
    let isAskedToEnd = start.end()
    Terminal.tell(CertaintyText(performance).description)
    stage.loop.grant?.notes.forEach(Terminal.tell)
    let budget = PlayBudget(
      live, periodCount: devices.settings.periodCount, budgetMilliseconds: budget)
    Terminal.tell(budget.description)
    let isStopped = isAskedToEnd || !measureReturn(live, signals)
    if !json { try Terminal.print(HitText.header) }
    let disk = DiskWait(signals: signals)
    var console = PlayConsole(
      live, news: news, kits: kits, takeRateHz: stage.takeRateHz, budget: budget,
      growsBuffer: autoBuffer ?? (devices.stream.givenPeriod == nil), json: json,
      tellsMeters: meters, disk: disk)
    do {
      while !isStopped && stage.loop.isRunning
        && !signals.wait(milliseconds: news.pauseMilliseconds)
      {
        try console.tell()
      }
    } catch {
      _ = try end(live, disk)
      _ = try console.keepSession()
      throw error
    }
    let ending = try end(live, disk)
    try console.finish()
    try keepLearned(console.learning, performance, signals)
    if case .lost(let failure) = ending { throw failure }
    for status in live.recorders.map(\.status) {
      if let failure = status.failure ?? status.loss { throw failure }
    }
  }

  /// Keeps what was learned, where the player wants that.
  private func keepLearned(
    _ progress: LearningProgress, _ performance: Performance, _ signals: StopSignals
  ) throws {
    guard let name = instrument.learnableProfile else { return }
    let choice = LearnedChoice(
      progress: progress, profile: name, isKeeping: keepLearned,
      canAsk: !json && Terminal.isAnswered && StopSignals.isInterrupted)
    try choice.carryOut(performance.learnedProfile, path: ProfileLocator().path(name), signals)
  }

  /// The performance, ready to start, and what records it.
  private func live(
    _ performance: Performance, on stage: PlayStage, _ keeper: SessionKeeper?
  ) throws -> LivePerformance {
    let file = keeper?.mixFile ?? recording.file(isAudible: stage.isAudible)
    let rateHz = stage.loop.rateHz
    let recorder = try file.map {
      try Recorder(
        $0, stems: recording.stemFiles(of: $0, performance.stemNames, isOverwriting: force),
        sampleRateHz: rateHz, isOverwriting: force,
        limits: keeper == nil || !backing.recordBacking, prepare: keeper?.prepare)
    }
    let microphone = try file.flatMap(recording.microphoneFile).map {
      try Recorder($0, sampleRateHz: rateHz, isOverwriting: force)
    }
    return LivePerformance(
      performance, on: stage.loop, recorder: recorder, microphoneRecorder: microphone,
      after: returnSweep(stage), journal: keeper)
  }

  /// Ends the playing at once, and closes the recording when its disk has taken all of it.
  private func end(_ live: LivePerformance, _ disk: DiskWait) throws -> LoopEnding {
    let ending = live.stop()
    let recorders = live.recorders
    try disk.run { for recorder in recorders { recorder.finish() } }
    return ending
  }

  /// Drums return to a microphone, not to a file.
  private func canReturn(_ stage: PlayStage) -> Bool {
    stage.isAudible && stage.takeRateHz == nil
  }

  /// The sweep that was asked for, where it makes sense.
  private func returnSweep(_ stage: PlayStage) -> ReturnSweep? {
    guard sweep else { return nil }
    guard canReturn(stage) else {
      Terminal.tell("no sweep: it takes a microphone and loudspeakers")
      return nil
    }
    return ReturnSweep(sampleRateHz: stage.loop.rateHz)
  }

  /// Waits for the sweep, tells what it found, and opens the performance with it; false where it was told to stop.
  private func measureReturn(_ live: LivePerformance, _ signals: StopSignals) -> Bool {
    guard let sweep = live.sweep else { return true }
    Terminal.tell("a sweep of two seconds: please wait, and be quiet")
    while live.loop.isRunning {
      if signals.wait(milliseconds: 20) { return false }
      guard let path = sweep.path else { continue }
      Terminal.tell(ReturnText.found(path, sampleRateHz: live.loop.rateHz))
      live.begin(expecting: path)
      break
    }
    return true
  }

  private func frameLimit(_ stage: PlayStage) -> Int? {
    seconds.map { Int($0 * Double(stage.loop.rateHz)) } ?? stage.frameLimit
  }

  /// What keeps the session that was asked for.
  private func keeper(
    of performance: Performance, kitPath: String, _ profile: Profile, _ stage: PlayStage
  ) throws -> SessionKeeper? {
    guard recording.sessions.isKept, let transcript = performance.transcript else { return nil }
    func device(_ direction: StreamDirection) -> String? {
      stage.loop.reports.first { $0.direction == direction }?.device
    }
    return try recording.sessions.keeper(
      kit: performance.kit, kitPath: kitPath, adjustments: instrument.kitOptions.adjustments,
      profile: profile, settings: performance.settings,
      devices: SessionRecord.Devices(
        input: device(.capture) ?? take, output: device(.playback),
        periodFrames: stage.loop.periodFrames, periodCount: devices.settings.periodCount),
      backing: backing.played(), else: recording.elseFolder, transcript: transcript)
  }
}
