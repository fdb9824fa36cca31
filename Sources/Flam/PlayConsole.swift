// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles

/// What a person sees while playing: hits as they come, levels, pops; and at the end what came of it.
struct PlayConsole {
  /// Events that may wait for a console whose output is not read.
  private static let eventCapacity = 16_384
  /// So many news of the screen are told again below it.
  private static let mostTold = 50
  /// How often levels are drawn, and what is typed is read.
  private static let updatePause = Duration.milliseconds(50)

  /// What is told on standard output.
  struct Output {
    /// JSON in place of text.
    let json: Bool
    /// Levels, too; with ``json``.
    let meters: Bool
    /// Every event, too; with ``json``.
    let events: Bool
    /// All figures at the end.
    let verbose: Bool
    /// A screen in place of lines.
    let isScreen: Bool
    /// The profile keeps what it learns.
    let isKeepingLearned: Bool
  }

  private let engine: Engine
  private let ports: OpenPorts
  private let news: EventSubscription
  private let output: Output
  private let rateHz: Int
  private let takeRateHz: Int
  private let devices: DeviceText
  private let start = ContinuousClock.now
  private var lastUpdate = ContinuousClock.now - Self.updatePause
  private var pops: XrunText
  private var load = LoadText()
  private var returning = EchoText()
  private var levels = LevelText()
  /// Nil where a take is heard.
  private var microphone: MicrophoneText?
  /// What comes late is heard, or was not listened to: there is a device.
  private let arePopsTold: Bool
  private var voice: PlayVoice
  private var kit: EngineEvent.Kit?
  private var isStarted = false
  private var isSessionFaultTold = false
  /// Nil where lines are told.
  private var screen: PlayScreen?
  /// What the screen told, for whoever reads on below it.
  private var told: [String] = []
  /// Sessions that are told at the end.
  private var reported: Set<String> = []
  private var toldHits = 0

  /// What is listened to before there is an engine, so that nothing is missed.
  static func listen(to events: EventHub, for output: Output) -> EventSubscription {
    events.subscribe(capacity: eventCapacity) { event in
      if output.events || output.isScreen { return true }
      switch event {
      case .hit: return event.isSettledHit
      case .meters, .delay, .kitLoading, .note: return false
      default: return true
      }
    }
  }

  /// - Parameters:
  ///   - news: What ``listen(to:for:)`` gave.
  ///   - expectsReturn: A sweep tells how the drums return.
  init(
    _ engine: Engine, _ news: EventSubscription, _ ports: OpenPorts, _ voice: PlayVoice,
    output: Output, expectsReturn: Bool
  ) {
    (self.engine, self.ports, self.voice) = (engine, ports, voice)
    self.news = news
    self.output = output
    let state = engine.state
    rateHz = state.devices?.rateHz ?? 48_000
    takeRateHz = state.devices?.takeRateHz ?? rateHz
    devices = DeviceText(
      rateHz: rateHz,
      goesOn: state.recordings.isEmpty ? "playing goes on" : "playing and recording go on")
    arePopsTold = engine.isAudible || state.devices?.takeRateHz == nil
    returning.isReturnTold = expectsReturn
    microphone = state.devices?.takeRateHz == nil ? MicrophoneText() : nil
    pops = XrunText(
      periodFrames: state.devices?.periodFrames ?? 0, periodNanoseconds: engine.periodNanoseconds)
  }

  /// A device that the player picked, on which playing is to begin again.
  var pickedDevice: PickedDevice? { screen?.pickedDevice }

  /// How long it may wait for its next turn, in milliseconds: events are printed sooner than levels are drawn.
  var pauseMilliseconds: Int { output.events ? 2 : screen != nil ? 10 : 50 }

  /// Shows a screen from now on; false where lines are asked for, or the terminal can show none.
  mutating func showScreen() -> Bool {
    guard output.isScreen else { return false }
    screen = PlayScreen(engine, ports, arePopsTold: arePopsTold)
    return screen != nil
  }

  /// Gives the terminal back, and tells there what was news; false where there was no screen.
  mutating func closeScreen() -> Bool {
    guard let screen else { return false }
    screen.close()
    self.screen = nil
    told.forEach(Terminal.tell)
    return true
  }

  /// Tells what is new; to be called as often as ``pauseMilliseconds`` says.
  mutating func tell() throws {
    try tellEvents()
    let played = seconds
    screen?.update(atSeconds: played)
    let now = ContinuousClock.now
    guard now - lastUpdate >= Self.updatePause else { return }
    lastUpdate = now
    let snapshot = engine.snapshot
    for text in carryOutTyped() { say(text) }
    if let text = pops.news([], atSeconds: seconds) { say(text) }
    if let text = returning.news(snapshot) { say(text) }
    levels.update(snapshot)
    if isStarted, let text = microphone?.news(peak: snapshot.inputPeak, atSeconds: played) {
      say(text)
    }
    guard screen == nil else { return }
    if output.meters { try Terminal.print(MeterLine(snapshot, rateHz: rateHz).jsonLine) }
    Terminal.show(
      StatusText(state: engine.state, snapshot: snapshot, arePopsTold: arePopsTold).description)
  }

  /// Tells the events that came.
  mutating func tellEvents() throws {
    let batch = news.take()
    if batch.lostCount > 0 {
      try printed(.lost(EngineEvent.Lost(count: batch.lostCount)))
    }
    for event in batch.events {
      try printed(event)
      let played = seconds
      screen?.take(event, atSeconds: played)
      try tell(event)
    }
  }

  private func printed(_ event: EngineEvent) throws {
    guard output.events else { return }
    try Terminal.print(event.counted(atHz: takeRateHz, heardAtHz: rateHz).jsonLine)
  }

  private mutating func tell(_ event: EngineEvent) throws {
    switch event {
    case .hit(let news): if let line = news.line { try tell(line) }
    case .started: isStarted = true
    case .devices(let devices): devices.notes.forEach { say($0) }
    case .device(let device): tell(device)
    case .xrun(let xrun):
      if arePopsTold, let text = pops.news([xrun], atSeconds: seconds) { say(text) }
    case .kit(let kit): tell(kit)
    case .kitLoaded(let loaded): tell(loaded)
    case .kitFailed(let failed): say("\(failed.reason); the kit before plays on")
    case .echo(let echo): say(EchoText.found(echo, rateHz: rateHz))
    case .load(let load):
      let frames = engine.state.devices?.periodFrames ?? 0
      if engine.state.xruns == 0,
        let text = self.load.warning(load, periodFrames: frames, atSeconds: seconds)
      {
        say(text)
      }
    case .recording(let kept): if kept.state == .trouble { kept.detail.map { say($0) } }
    case .session(let kept):
      if kept.state == .begun { isSessionFaultTold = false }
      if kept.state == .trouble, !isSessionFaultTold {
        isSessionFaultTold = true
        say("the session's hits are no longer kept, its sound is: \(kept.detail ?? "")")
      } else if kept.state == .closed, let path = kept.path, !reported.contains(path) {
        say(Self.text(session: path, fault: kept.detail))
      }
    case .backing(let backing): if let text = BackingText.text(backing) { say(text) }
    case .learning(let learning): say(LearnedChoice.text(learning))
    case .profile(let profile):
      if isStarted, profile.name != nil { say(TransportCommand.text(profile)) }
    case .lesson(let lesson): try tell(lesson)
    case .failed(let failed):
      say("cannot carry out '\(failed.command)': \(failed.reason); \(failed.advice)")
    case .port(let port): say(PortText.text(port))
    case .ended, .kitLoading, .mix, .soundPad, .tempo, .meters, .delay, .hearing, .note,
      .lost:
      break
    }
  }

  private mutating func tell(_ hit: HitLine) throws {
    toldHits += 1
    if screen == nil { try print(hit) }
    if let text = microphone?.news(hitDecibels: hit.peakDecibels) { say(text) }
  }

  private mutating func tell(_ lesson: EngineEvent.Lesson) throws {
    let text = LessonText.text(
      lesson, profile: engine.state.profile?.name, isKeeping: output.isKeepingLearned)
    if let text { say(text) }
    try voice.say(lesson)
  }

  private func print(_ hit: HitLine) throws {
    Terminal.clear()
    let told = hit.counted(atHz: takeRateHz, heardAtHz: rateHz)
    let played = PlayedHit(line: told, soundingVoices: engine.snapshot.soundingVoices)
    try Terminal.print(output.json ? played.jsonLine : HitText(hit: told).description)
  }

  private mutating func tell(_ device: EngineEvent.Device) {
    say(devices.line(device))
    guard device.state == .periodChanged else { return }
    pops = XrunText(
      periodFrames: device.periodFrames ?? 0, periodNanoseconds: engine.periodNanoseconds)
  }

  private mutating func tell(_ kit: EngineEvent.Kit) {
    let isNew = self.kit.map { $0.name != kit.name || $0.isWhole } ?? false
    self.kit = kit
    if isNew && !kit.isWhole {
      say("The first drums of \(kit.name) play, the others are being loaded.")
    }
    if kit.isWhole { PadCommand.missing(in: kit, engine.state).forEach { say($0) } }
  }

  private mutating func tell(_ loaded: EngineEvent.KitLoaded) {
    KitText.faults(loaded.faults).forEach { say($0) }
    if isStarted {
      say("The kit \(loaded.name) is there, after \(loaded.seconds.text(places: 1)) s.")
    }
    if loaded.isStreamed {
      say(
        "It does not fit into \(loaded.memoryMegabytes) MB and is streamed from the disk; --sample-memory gives more."
      )
    }
  }

  /// Tells a line, on the screen where there is one.
  mutating func say(_ text: String) {
    guard screen == nil else {
      let played = seconds
      screen?.tell(text, atSeconds: played)
      if told.last != text { told = (told + [text]).suffix(Self.mostTold) }
      return
    }
    Terminal.clear()
    Terminal.tell(text)
  }

  /// Does what was typed.
  private func carryOutTyped() -> [String] {
    var told: [String] = []
    while let line = Terminal.newLine() { told += TypedCommand(engine, ports).carryOut(line) }
    return told
  }

  /// Tells what came of it: hits, pops, the recording, the delay.
  mutating func finish(_ report: EngineReport) throws {
    reported = Set(report.sessions.map(\.path))
    try tellEvents()
    Terminal.clear()
    let snapshot = report.snapshot
    levels.update(snapshot)
    if let text = pops.rest() { Terminal.tell(text) }
    if snapshot.lateTails > 0 {
      Terminal.tell(
        "\(snapshot.lateTails) drums were cut short: the disk was too slow; give more by --sample-memory"
      )
    }
    if let text = BackingText.dropouts(report.backingDropouts) { Terminal.tell(text) }
    Terminal.tell(summary(report))
    if output.verbose { figures(report).forEach(Terminal.tellBlock) }
    report.recordings.forEach(Terminal.tell)
    var failure: (any Error)?
    for session in report.sessions {
      if case .failure(let error) = session.notReplayable, failure == nil {
        failure = error
      } else {
        Terminal.tell(Self.text(session: session.path, fault: session.fault))
      }
    }
    if let failure { throw failure }
  }

  /// "12 hits (1 late), 0 pops, 6.5 ms from tap to sound".
  private func summary(_ report: EngineReport) -> String {
    let snapshot = report.snapshot
    let late = snapshot.lateHits > 0 ? " (\(snapshot.lateHits) late)" : ""
    let standIns =
      snapshot.standInHits > 0
      ? " (\(snapshot.standInHits) by the nearest sounds while a kit was loading)" : ""
    let untoldCount = max(0, snapshot.hits - toldHits)
    let untold =
      untoldCount > 0 ? " (\(untoldCount) not listed: output was read too slowly)" : ""
    let delay =
      report.latency.map {
        $0.doubt == nil ? ", \($0.medianMilliseconds.text(places: 1)) ms from tap to sound" : ""
      } ?? ""
    return CountText.of(snapshot.hits, "hit") + late + standIns + untold
      + ", " + CountText.of(report.loop.pops, "pop") + delay
  }

  /// What else can be told, a line or several each.
  private func figures(_ report: EngineReport) -> [String] {
    let loop = report.loop
    let blocks =
      "longest block \(milliseconds(loop.worstBlockNanoseconds)) of \(milliseconds(loop.periodNanoseconds)) ms, "
      + "mean \(milliseconds(loop.meanBlockNanoseconds))"
    let latency = report.latency.map {
      LatencyText(report: $0, isFromHeardOnsets: true, device: report.measuredDevice).description
    }
    return [
      levels.summary(report.snapshot), returning.text(report.snapshot), blocks,
      LoadText.summary(report.load, untoldBlocks: loop.untoldBlocks), latency,
    ].compactMap(\.self)
  }

  /// "session kept: flam replay '/home/me/Music/Flam/2026-03-01 17.45.09' again.wav plays it again".
  private static func text(session: String, fault: String?) -> String {
    fault.map { "session kept in '\(session)': it \($0)" }
      ?? "session kept: flam replay '\(session)' again.wav plays it again"
  }

  /// Time since the start.
  private var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  private func milliseconds(_ nanoseconds: Int) -> String {
    (Double(nanoseconds) / 1e6).text(places: 2)
  }
}
