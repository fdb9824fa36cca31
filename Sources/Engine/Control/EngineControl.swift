// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Kits
import Latency
import Profiles
import Realtime

/// The works of an ``Engine``: what it looks after while it plays. One thread at a time uses it.
struct EngineControl {
  /// The delay is told of the last hits, so that a long session takes no more memory than a short one.
  private static let reportedHits = 1000
  /// Hits that may wait for a turn: a roll of 20 a second for 200 s.
  private static let hitCapacity = 4096
  /// So many turns from one event of the load to the next: a second.
  private static let turnsPerLoad = 20

  let live: LivePerformance
  let dispatcher: EventDispatcher
  let isAudible: Bool
  private(set) var budget: PlayBudget
  /// The last hits, in their order.
  private(set) var hits: [HitLine] = []
  private(set) var learning = LearningProgress()
  /// What may be asked of it.
  private enum Phase { case ready, playing, ended(LoopEnding) }

  /// A note may wait so long for its frame.
  private static let longestLeadSeconds = 10
  /// Numbers from here on are of notes to which the engine gives an identity.
  private static let firstOwnNumber = 1 << 33

  private let events: EventHub
  private var phase = Phase.ready
  private var isEndTold = false
  private let settled: EventSubscription
  private let frameLimit: Int?
  private var kits: KitChanger
  private var load: LoadMeter
  private var buffer: AutoBuffer?
  private var news: RecordingNews
  private var extra = ExtraRecording()
  private var toldFault: String?
  private var toldBacking: BackingChange?
  private var toldDelay: EngineEvent.Delay?
  private var isSweepOver = false
  private var untoldHits = 0
  private var highestPeak: Float = 0
  private var turns = 0
  private var noteCounts: [HitSource: Int] = [:]
  private let begin = ContinuousClock.now

  /// Opens the devices, loads the kit, and begins what is recorded.
  init(_ setup: EngineSetup, _ events: EventHub) throws {
    self.events = events
    let devices = try EngineDevices.open(setup)
    let loop = devices.loop
    isAudible = devices.isAudible
    events.publish(
      .devices(
        EngineEvent.Devices(
          input: devices.device(.capture) ?? devices.takePath,
          output: devices.device(.playback), rateHz: loop.rateHz, periodFrames: loop.periodFrames,
          takeRateHz: devices.takeRateHz, notes: devices.notes)))
    kits = try KitChanger(
      setup.kit, setup.adjustments, memory: setup.memory, sampleRateHz: loop.rateHz,
      answering: setup.profile.sounds.map(\.role),
      isWhole: devices.takeRateHz != nil || setup.journal != nil)
    let kitPath = kits.path
    let kit = try kits.first()
    var settings = setup.settings
    settings.feedback =
      devices.canReturn ? FeedbackSettings(periodFrames: loop.periodFrames) : nil
    let transcript = setup.journal.map { _ in Transcript(sampleRateHz: loop.rateHz) }
    let performance = Performance(
      kit: kit, profile: setup.profile, settings: settings, tails: kits.tails,
      backing: try setup.backing?.livingTrack(sampleRateHz: loop.rateHz), transcript: transcript,
      notes: NoteExchange())
    events.publish(
      .profile(
        EngineEvent.Profile(
          sounds: performance.sounds, isGuess: performance.isGuessing,
          certainty: settings.certainty, hearing: settings.hearing)))
    events.publish(.kit(EngineEvent.Kit(kit, path: kitPath, strips: performance.strips)))
    for bus in MixBus.allCases {
      if let gain = performance.gain(of: bus) {
        events.publish(.mix(EngineEvent.Mix(frame: 0, bus: bus, gain: gain)))
      }
    }
    for event in kits.newEvents() { events.publish(event) }
    var journal: (any PerformanceJournal)?
    if let transcript {
      journal = try setup.journal?(
        JournalStart(
          kit: kit, kitPath: kitPath, adjustments: setup.adjustments, profile: setup.profile,
          settings: settings, input: devices.device(.capture) ?? devices.takePath,
          output: devices.device(.playback), periodFrames: loop.periodFrames,
          periodCount: setup.streams.periodCount, backing: setup.backing, transcript: transcript))
    }
    do {
      live = try Self.live(performance, on: devices, setup, journal, extra)
    } catch {
      journal?.discard()
      throw error
    }
    frameLimit = setup.seconds.map { Int($0 * Double(loop.rateHz)) } ?? devices.frameLimit
    budget = PlayBudget(
      live, periodCount: setup.streams.periodCount, budgetMilliseconds: setup.budgetMilliseconds)
    load = LoadMeter(loop)
    buffer = setup.growsBuffer ? AutoBuffer(startedAtSeconds: 0) : nil
    news = RecordingNews(live.recorders, sampleRateHz: loop.rateHz)
    settled = events.subscribe(capacity: Self.hitCapacity) { $0.isSettledHit }
    dispatcher = EventDispatcher(
      hits: performance.hitEvents, sounds: performance.sounds,
      sampleRateHz: Float(loop.rateHz), to: events)
    listen(to: performance)
    for recorder in live.recorders {
      events.publish(.recording(EngineEvent.Kept(.begun, path: recorder.path)))
    }
    if let journal { events.publish(.session(EngineEvent.Kept(.begun, path: journal.path))) }
    tellDelay()
  }

  /// The performance, ready to start, and what records it.
  private static func live(
    _ performance: Performance, on devices: EngineDevices, _ setup: EngineSetup,
    _ journal: (any PerformanceJournal)?, _ extra: ExtraRecording
  ) throws -> LivePerformance {
    let recording = setup.recording
    let rateHz = devices.loop.rateHz
    let file = journal?.mixFile ?? recording?.file(devices.isAudible)
    let recorder = try file.map { file in
      try Recorder(
        file, stems: try recording?.stems(file, performance.stemNames) ?? [], hasOthers: true,
        sampleRateHz: rateHz, isOverwriting: recording?.isOverwriting ?? false,
        limits: journal == nil || !(setup.backing?.isRecorded ?? true), prepare: journal?.prepare)
    }
    let microphone = try file.flatMap { recording?.microphone($0) }.map {
      try Recorder($0, sampleRateHz: rateHz, isOverwriting: recording?.isOverwriting ?? false)
    }
    let sweep =
      setup.sweep && devices.canReturn ? ReturnSweep(sampleRateHz: rateHz) : nil
    return LivePerformance(
      performance, on: devices.loop, recorder: recorder, microphoneRecorder: microphone,
      after: sweep, journal: journal, extra: extra.handover)
  }

  /// Tells what is changed, beside the journal.
  private func listen(to performance: Performance) {
    let keep = performance.tellChange
    let events = events
    performance.tellChange = { [unowned performance] change in
      keep(change)
      if let part = change.kit {
        let path = part.path.isEmpty ? nil : part.path
        events.publish(
          .kit(EngineEvent.Kit(performance.kit, path: path, strips: performance.strips)))
      } else if let event = EngineEvent(change) {
        events.publish(event)
      }
    }
  }

  /// Starts hearing and playing.
  mutating func start() throws {
    guard case .ready = phase else {
      throw EngineError(
        "start playing", reason: "this engine has been started", advice: "make another one")
    }
    dispatcher.start()
    do throws(DeviceError) { try live.start(frameLimit: frameLimit) } catch {
      dispatcher.stop()
      phase = .ended(.lost(error))
      throw error
    }
    phase = .playing
    restartBuffer()
    events.publish(.started)
  }

  /// What happened before now says nothing of the devices.
  private mutating func restartBuffer() {
    let seconds = seconds
    buffer = buffer.map { _ in AutoBuffer(startedAtSeconds: seconds) }
  }

  /// All that is recorded.
  var recorders: [Recorder] { live.recorders + extra.recorders }

  /// A sweep is being played.
  var isSweeping: Bool { live.sweep != nil && !isSweepOver && live.loop.isRunning }

  /// Looks after what is not urgent; some twenty times a second, and once at the end.
  mutating func turn() {
    turns += 1
    live.performance.collectDrums()
    takeSweep()
    takeNotes()
    takeHits()
    for event in kits.update(live.performance) { events.publish(event) }
    takePops()
    takeDevices()
    growBuffer()
    takeRecordings()
    takeLoad()
    tellDelay()
    let snapshot = live.performance.snapshot
    highestPeak = max(highestPeak, snapshot.output.heldPeak)
    events.publish(.meters(EngineEvent.Meters(snapshot)))
    if case .playing = phase, !live.loop.isRunning { tellEnd(live.stop()) }
  }

  private mutating func tellEnd(_ ending: LoopEnding) {
    phase = .ended(ending)
    guard !isEndTold else { return }
    isEndTold = true
    var reason: String?
    if case .lost(let failure) = ending { reason = failure.reason }
    events.publish(.ended(EngineEvent.Ended(reason: reason)))
  }

  /// Ends the playing; says why it ended.
  mutating func stop() -> LoopEnding {
    if case .ended(let ending) = phase {
      turn()
      return ending
    }
    let ending = live.stop()
    if extra.isRecording { extra.end() }
    turn()
    tellEnd(ending)
    return ending
  }

  /// Opens the performance once the sweep is done.
  private mutating func takeSweep() {
    guard isSweeping, let path = live.sweep?.path else { return }
    live.begin(expecting: path)
    isSweepOver = true
    restartBuffer()
    events.publish(.echo(EngineEvent.Echo(path)))
  }

  /// Takes the hits that are new: for the journal, the delay, the learning.
  private mutating func takeHits() {
    dispatcher.deliver()
    let batch = settled.take()
    untoldHits += batch.lostCount
    for case .hit(let news) in batch.events {
      guard let hit = news.line else { continue }
      if hits.count == 2 * Self.reportedHits { hits.removeFirst(Self.reportedHits) }
      hits.append(hit)
      budget.note(hit)
      live.journal?.note(hit)
      if let strange = hit.learned.flatMap({ learning.note($0) }) {
        events.publish(
          .learning(EngineEvent.Learning(sound: live.performance.sounds[strange])))
      }
    }
  }

  /// Tells which notes from outside were struck, and has the journal take them down.
  private mutating func takeNotes() {
    for note in live.performance.newNotes() {
      live.journal?.note(note)
      events.publish(.note(note))
    }
  }

  private func takePops() {
    for pop in live.loop.newPops() { events.publish(EngineEvent(pop)) }
  }

  private mutating func takeDevices() {
    let seconds = seconds
    for event in live.loop.newEvents() {
      events.publish(EngineEvent(event))
      switch event {
      case .back: buffer?.restart(atSeconds: seconds)
      case .periodChanged:
        buffer = buffer.map { _ in AutoBuffer(startedAtSeconds: seconds) }
        load = LoadMeter(live.loop)
        budget = budget.renewed(for: live)
      case .periodRefused: buffer = nil
      case .lost, .obstructed: break
      }
    }
  }

  /// After repeated xruns asks for a larger period; the loop tells when it has it.
  private mutating func growBuffer() {
    let (loop, seconds) = (live.loop, seconds)
    guard !isSweeping,
      let frames = buffer?.largerPeriod(
        than: loop.periodFrames, pops: loop.statistics().pops, atSeconds: seconds)
    else { return }
    events.publish(.device(EngineEvent.Device(.periodTried, periodFrames: frames)))
    loop.changePeriod(to: frames)
  }

  private mutating func takeRecordings() {
    for line in news.news() {
      events.publish(.recording(EngineEvent.Kept(.trouble, detail: line)))
    }
    if let fault = live.journal?.fault, fault != toldFault {
      toldFault = fault
      events.publish(
        .session(EngineEvent.Kept(.trouble, path: live.journal?.path, detail: fault)))
    }
    if let change = live.performance.backing?.change, change != toldBacking {
      toldBacking = change
      events.publish(.backing(EngineEvent.Backing(change)))
    }
    if let closed = extra.newlyClosed() { events.publish(.recording(closed)) }
  }

  private mutating func takeLoad() {
    load.update(from: live.loop)
    guard turns % Self.turnsPerLoad == 0, load.count > 0 else { return }
    events.publish(.load(EngineEvent.Load(load)))
  }

  private mutating func tellDelay() {
    let delay = budget.delay
    guard delay != toldDelay else { return }
    toldDelay = delay
    events.publish(.delay(delay))
  }

  /// Time since the start.
  private var seconds: Double { (ContinuousClock.now - begin) / .seconds(1) }
}

/// What is asked for while it plays.
extension EngineControl {
  /// Carries a command out, or says why it cannot be.
  mutating func perform(_ command: EngineCommand) throws(EngineError) -> HitIdentity? {
    if case .ended = phase {
      throw EngineError(
        "carry out '\(command.name)'", reason: "playing has ended", advice: "start anew")
    }
    switch command {
    case .noteOn(let note): return try strike(note)
    case .noteOff(let note): try send(.off, id: note.id, frame: note.frame, "end a note")
    case .choke(let choke):
      for pad in try pads(choke.pad, "choke '\(choke.pad)'") {
        try send(
          .choke(pad), id: nextIdentity(choke.source ?? .key), frame: choke.frame,
          "choke '\(choke.pad)'")
      }
    case .strip(let change):
      let operation = "change the mix of '\(change.drum)'"
      _ = try pads(change.drum, operation)
      guard change.isPossible else {
        throw EngineError(
          operation, reason: "a gain, pan or send is out of range",
          advice: "give a gain in 0...16, a pan in -1...1, a send in 0...4")
      }
      try keepingChanges(operation) { live.performance.mix(change) }
    case .endSolo: try keepingChanges("end the solo") { live.performance.endSolo() }
    case .bus(let bus): try set(bus)
    case .hearing(let hearing): try hear(hearing)
    case .kit(let kit):
      do throws(KitError) { try kits.change(to: kit.name) } catch {
        throw EngineError("load the kit '\(kit.name)'", reason: error.reason, advice: error.advice)
      }
    case .period(let period): try change(period)
    case .record(let record): try self.record(record)
    case .endRecording:
      guard extra.isRecording else {
        throw EngineError(
          "end the recording", reason: "none was begun while playing", advice: "begin one first")
      }
      extra.end()
    case .quit: live.loop.stop()
    }
    return nil
  }

  private mutating func strike(_ note: EngineCommand.NoteOn) throws(EngineError) -> HitIdentity {
    let operation = "strike '\(note.pad)'"
    guard (0...1).contains(note.velocity) else {
      throw EngineError(
        operation, reason: "its velocity is \(note.velocity)", advice: "give one in 0...1")
    }
    let id = note.id ?? nextIdentity(note.source)
    guard
      note.id == nil || (1..<Self.firstOwnNumber).contains(id.number) && id.source == note.source
    else {
      throw EngineError(
        operation, reason: "its identity \(id) is not of its source, or out of range",
        advice: "leave it out, or give a number below 2^33 of the source '\(note.source.rawValue)'")
    }
    guard id.source != .microphone else {
      throw EngineError(
        operation, reason: "what is heard is no note from outside",
        advice: "give the source it comes from")
    }
    let pad = try pads(note.pad, operation)[0]
    try send(.on(pad, velocity: note.velocity), id: id, frame: note.frame, operation)
    return id
  }

  private mutating func nextIdentity(_ source: HitSource) -> HitIdentity {
    noteCounts[source, default: 0] += 1
    return HitIdentity(Self.firstOwnNumber + noteCounts[source, default: 1], from: source)
  }

  /// The pads that a name means; at least one.
  private func pads(_ name: String, _ operation: String) throws(EngineError) -> [NotePad] {
    let pads = live.performance.pads(named: name)
    guard !pads.isEmpty else {
      var known: Set<String> = []
      let names = live.performance.kit.pads.map(\.title).filter { known.insert($0).inserted }
      let more = names.count > 20 ? " and \(names.count - 20) more" : ""
      throw EngineError(
        operation, reason: "the kit has no drum '\(name)'",
        advice: "it has " + names.prefix(20).joined(separator: ", ") + more)
    }
    return pads
  }

  private func send(
    _ action: NoteEvent.Action, id: HitIdentity, frame: Int?, _ operation: String
  ) throws(EngineError) {
    let latest =
      live.performance.snapshot.frame + Self.longestLeadSeconds * live.performance.sampleRateHz
    guard (0...latest).contains(frame ?? 0) else {
      throw EngineError(
        operation, reason: "frame \(frame ?? 0) is no frame of the next ten seconds",
        advice: "send it later")
    }
    let mixFrame = frame.map { $0 - Instrument.outputLatencyFrames } ?? 0
    guard live.performance.send(NoteEvent(action, id: id, atFrame: mixFrame)) else {
      throw EngineError(
        operation, reason: "too many notes are on their way", advice: "send fewer at a time")
    }
  }

  private func set(_ bus: EngineCommand.Bus) throws(EngineError) {
    let operation = "set the gain of \(bus.bus.rawValue)"
    guard (0...16).contains(bus.gain) else {
      throw EngineError(
        operation, reason: "\(bus.gain) is no gain", advice: "give one in 0...16, linear")
    }
    guard live.performance.gain(of: bus.bus) != nil else {
      let (reason, advice) =
        bus.bus == .backing
        ? ("nothing is played along", "begin with --backing FILE")
        : ("the microphone is not played along", "begin with --monitor DECIBELS")
      throw EngineError(operation, reason: reason, advice: advice)
    }
    try keepingChanges(operation) { live.performance.mix(bus.bus, gain: bus.gain) }
  }

  /// Makes a change of the mixer; an error where too many are on their way.
  private func keepingChanges(_ operation: String, _ change: () -> Void) throws(EngineError) {
    let lost = live.performance.lostMixChanges
    change()
    guard live.performance.lostMixChanges == lost else {
      throw EngineError(
        operation, reason: "too many changes are on their way, and it is lost",
        advice: "ask for it again")
    }
  }

  private func hear(_ hearing: EngineCommand.Hearing) throws(EngineError) {
    let change = try hearing.change(sounds: live.performance.sounds)
    let lost = live.performance.lostHearingChanges
    live.performance.hear(change)
    guard live.performance.lostHearingChanges == lost else {
      throw EngineError(
        "change how you are heard", reason: "too many changes are on their way",
        advice: "ask for it again")
    }
  }

  private func change(_ period: EngineCommand.Period) throws(EngineError) {
    guard (16...8192).contains(period.frames) else {
      throw EngineError(
        "change the period", reason: "\(period.frames) frames are none that a device has",
        advice: "give 16...8192 frames")
    }
    live.loop.changePeriod(to: period.frames)
  }

  private mutating func record(_ record: EngineCommand.Record) throws(EngineError) {
    let begun = try extra.begin(record.path, sampleRateHz: live.loop.rateHz)
    news.add(begun)
    events.publish(.recording(EngineEvent.Kept(.begun, path: record.path)))
  }
}

/// What came of it.
extension EngineControl {
  /// For the journal; nil where nothing was recorded.
  var outcome: PerformanceOutcome? {
    guard let status = live.recorder?.status else { return nil }
    let snapshot = live.performance.snapshot
    let latency = latency.flatMap { $0.doubt == nil ? $0.medianMilliseconds : nil }
    return PerformanceOutcome(
      seconds: Double(status.frameCount) / Double(live.loop.rateHz), hits: snapshot.hits,
      lateHits: snapshot.lateHits, pops: live.loop.statistics().pops,
      peakDecibels: highestPeak > 0 ? EngineEvent.decibels(amplitude: highestPeak) : nil,
      latencyMilliseconds: latency, lostFrames: status.lostFrameCount,
      failure: status.failure?.reason, notReplayable: whyNotReplayable(snapshot))
  }

  private func whyNotReplayable(_ snapshot: Snapshot) -> String? {
    if live.performance.lostMixChanges + live.performance.lostHearingChanges > 0 {
      return "as changes came too fast"
    }
    if snapshot.lateMixChanges > 0 { return "as a change of the mix came too late" }
    if snapshot.lateHearingChanges > 0 { return "as a change of hearing came too late" }
    if let backing = live.performance.backing, backing.exchange.isRecorded {
      if backing.exchange.dropoutCount > 0 { return "as the disk was too slow for the backing" }
      if let change = backing.change, change != .removed {
        return "as the file of the backing was changed"
      }
    }
    return snapshot.lateTails > 0 ? "as the disk was too slow for all of its drums" : nil
  }

  private var latency: LatencyReport? { budget.report(hits.suffix(Self.reportedHits)) }

  /// Tells that everything is closed; what came of it all.
  mutating func report(journal kept: Result<String?, any Error>) -> EngineReport {
    for recorder in recorders {
      events.publish(
        .recording(
          EngineEvent.Kept(
            .closed, path: recorder.path,
            detail: (recorder.status.failure ?? recorder.status.loss)?.reason)))
    }
    if let journal = live.journal {
      let detail: String? =
        switch kept {
        case .success(let reason): reason.map { "cannot be played again bit for bit, \($0)" }
        case .failure(let error): "\(error)"
        }
      events.publish(.session(EngineEvent.Kept(.closed, path: journal.path, detail: detail)))
    }
    let snapshot = live.performance.snapshot
    return EngineReport(
      snapshot: snapshot, loop: live.loop.statistics(), load: load,
      untoldHits: snapshot.untoldHits + untoldHits,
      backingDropouts: live.performance.backing?.exchange.dropoutCount ?? 0,
      recordings: news.summary, latency: latency, measuredDevice: budget.expected.device,
      session: live.journal?.path, notReplayable: kept)
  }
}
