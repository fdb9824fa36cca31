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
    usage: "flam play [<options>]",
    discussion: """
        flam play                           tap near the microphone; Ctrl-C ends
        flam play --profile me              with the sounds that you taught
        flam play --record groove.flac      and keep what you hear
        flam play --take taps.wav --loop    a sound file in place of the microphone

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
  @OptionGroup(title: HelpSection.along) var backing: BackingOptions
  @OptionGroup(title: HelpSection.devices) var devices: DuplexOptions
  @OptionGroup(title: HelpSection.devices) var buffering: BufferOptions
  @OptionGroup(title: HelpSection.recording) var recording: RecordingOptions
  @OptionGroup(title: HelpSection.recording) var overwriting: ForceOption
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
    CertaintyText(performance).lines.forEach(Terminal.tell)
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
