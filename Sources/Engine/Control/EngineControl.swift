// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Kits
import Latency
import Profiles
import Realtime
import Recording

/// The inner part of an ``Engine``: everything that it looks after while it plays. One thread at a
/// time uses it.
struct EngineControl {
  /// The delay is reported for the last hits only, so that a long session takes no more memory than
  /// a short one.
  static let reportedHits = 1000
  /// This many refusals are kept.
  private static let keptRefusals = 16
  /// How many hits may wait for a turn: a roll of 20 a second for 200 s.
  private static let hitCapacity = 4096
  /// The time from one load event to the next.
  private static let loadSeconds = 1.0

  let live: LivePerformance
  let dispatcher: EventDispatcher
  let isAudible: Bool
  private(set) var budget: PlayBudget
  /// The last hits, in order.
  private(set) var hits: [HitLine] = []
  /// Hits reported so far.
  private(set) var hitCount = 0
  /// What each profile has learned.
  var profiles: PlayedProfiles
  /// How often another profile took over.
  var profileChanges = 0
  /// What it accepts now.
  enum Phase { case ready, playing, ended(LoopEnding) }

  let events: EventHub
  private(set) var phase = Phase.ready
  private let settled: EventSubscription
  private let refused: EventSubscription
  /// What was heard last and is not answered, in order.
  private(set) var refusals: [HitLine] = []
  let lessonEvents: EventSubscription
  var hitLesson = HitLesson()
  private let frameLimit: Int?
  var kits: KitChanger
  private(set) var load: LoadMeter
  private var buffer: AutoBuffer?
  var recordingReports: RecordingReports
  let extra: ExtraRecording
  var reportedFault: String?
  var publishedBacking: BackingChange?
  var loaded: LoadedBacking?
  var patterns = PatternPlayer()
  /// What a player's notes sound on; nil for none.
  var instruments: PlayedInstruments?
  private var publishedDelay: EngineEvent.Delay?
  var hasReportedCopies = false
  /// Plug-ins that were reported as possibly late.
  var warnedPlugins: Set<String> = []
  var hasReportedTone = false
  /// The number of profile changes when it last reported that hits are far from the profile; nil
  /// before.
  var reportedFar: Int?
  private(set) var unreportedHits = 0
  /// The report of a session counts from here.
  var sessionCounts = SessionCounts()
  /// Begins a session while it plays.
  let sessions: SessionMaker
  /// The length of recordings and sessions that guests begin.
  let guestRecordingSeconds: Double
  /// How long the session in progress may be.
  var sessionLength = RecordingLength(mostSeconds: nil)
  private var nextLoadSeconds = loadSeconds
  var noteCounts: [HitSource: Int] = [:]
  var noteDensity = NoteDensity()
  var schedule = CommandSchedule()
  var loops: LoopPlayer
  let loopSaver: LoopSaver?
  /// Loops that are being written, or were and are not reported yet.
  var loopJobs: [LoopJob] = []
  /// The session whose loop was written last, by its path.
  var loopedSession: String?
  /// How often commands were sent that may be sent so often a minute.
  var allowances: [String: SharedAllowance] = [:]
  /// Changes that can be undone.
  var changes = UndoHistory()
  private let begin = MonotonicClock.now

  /// Opens the devices, loads the kit, and begins the recordings.
  init(_ setup: EngineSetup, _ events: EventHub) throws {
    var begun = setup
    extra = ExtraRecording(setup.freeSpace)
    guestRecordingSeconds = setup.guestRecordingSeconds
    if setup.isCountedIn { begun.backing = setup.backing?.withoutCountIn }
    let parts = try EngineParts(begun, extra.handover, events)
    let (loop, performance) = (parts.live.loop, parts.live.performance)
    self.events = events
    profiles = PlayedProfiles(setup.profile, name: setup.profileName)
    isAudible = parts.devices.isAudible
    sessions = SessionMaker(parts.journalStart, setup)
    live = parts.live
    instruments = try setup.instruments.map { PlayedInstruments(try $0(loop.rateHz)) }
    kits = parts.kits
    loaded = setup.backing.map { LoadedBacking(begun: $0) }
    frameLimit = setup.seconds.map { Int($0 * Double(loop.rateHz)) } ?? parts.devices.frameLimit
    budget = PlayBudget(
      live, periodCount: setup.streams.periodCount, budgetMilliseconds: setup.budgetMilliseconds)
    load = LoadMeter(loop)
    buffer = setup.growsBuffer && !loop.reports.isEmpty ? AutoBuffer(startedAtSeconds: 0) : nil
    recordingReports = RecordingReports(live.recorders, sampleRateHz: loop.rateHz)
    settled = events.subscribe(capacity: Self.hitCapacity) { $0.isSettledHit }
    refused = events.subscribe(capacity: Self.hitCapacity) { $0.isRefusedHit }
    loops = LoopPlayer(events, sampleRateHz: loop.rateHz, heard: live.heard, setup.loop)
    loopSaver = setup.loopSaver
    lessonEvents = events.subscribe(capacity: Self.hitCapacity, to: HitLesson.heeds)
    dispatcher = EventDispatcher(
      hits: performance.hitEvents, sounds: performance.sounds,
      sampleRateHz: Float(loop.rateHz), to: events)
    publishDelay()
  }

  /// Starts hearing and playing, after the count-in's samples.
  mutating func start(after countIn: [Float]) throws {
    guard case .ready = phase else {
      throw EngineError(
        "start playing", reason: "this engine has been started", advice: "make another one")
    }
    dispatcher.start()
    do throws(DeviceError) {
      try live.start(
        frameLimit: frameLimit,
        after: countIn.isEmpty ? nil : SpokenLine(countIn, tailFrames: 0))
    } catch {
      dispatcher.stop()
      phase = .ended(.lost(error))
      throw error
    }
    phase = .playing
    restartBuffer()
    events.publish(.started)
  }

  /// Earlier events say nothing about the devices.
  private mutating func restartBuffer() {
    let seconds = seconds
    buffer = buffer.map { _ in AutoBuffer(startedAtSeconds: seconds) }
  }

  /// All that is recorded.
  var recorders: [Recorder] { live.recorders + extra.recorders }

  /// A sweep is being played.
  var isSweeping: Bool { live.isSweeping && live.loop.isRunning }

  /// Looks after everything that is not urgent: some twenty times a second, soon after a note, and
  /// once at the end.
  mutating func turn() {
    live.performance.collectDrums()
    performScheduled()
    takeTaughtSounds()
    takeSweep()
    live.giveLine()
    live.performance.takeNotes()
    takePattern()
    takeHits()
    takeLoop()
    takeLesson()
    for event in kits.update(live.performance) { events.publish(event) }
    takePlugins()
    takePops()
    takeDevices()
    reportCopies()
    reportTone()
    reportFarProfile()
    growBuffer()
    takeRecordings()
    takeSessions()
    takeSavedLoops()
    takeLoad()
    publishDelay()
    let snapshot = live.performance.snapshot
    sessionCounts.peak = max(sessionCounts.peak, snapshot.output.heldPeak)
    events.publish(.meters(EngineEvent.Meters(snapshot)))
    if case .playing = phase, !live.loop.isRunning { publishEnd(live.stop()) }
  }

  private mutating func publishEnd(_ ending: LoopEnding) {
    phase = .ended(ending)
    schedule.discard()
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
    // A turn reports the end if it was started.
    if case .ready = phase { publishEnd(ending) }
    return ending
  }

  /// Lets the performance begin or go on once the sweep is over.
  private mutating func takeSweep() {
    guard isSweeping, let path = live.sweep?.path else { return }
    live.begin(expecting: path)
    restartBuffer()
  }

  /// Takes new hits: for the journal, the delay, the learning.
  private mutating func takeHits() {
    dispatcher.deliver()
    let batch = settled.take()
    for case .hit(let message) in refused.take().events {
      if let line = message.line { refusals = (refusals + [line]).suffix(Self.keptRefusals) }
    }
    unreportedHits += batch.lostCount
    // A session recognises its own hits by the calls before them.
    live.journals?.history.collect()
    for case .hit(let message) in batch.events {
      guard let hit = message.line else { continue }
      if hits.count == 2 * Self.reportedHits { hits.removeFirst(Self.reportedHits) }
      hits.append(hit)
      hitCount += 1
      budget.add(hit)
      live.journals?.append(hit)
      // Of hits that are far from all sounds no single one is named.
      if let strange = profiles.progress.add(hit), !isFarReported {
        events.publish(
          .learning(EngineEvent.Learning(sound: live.performance.sounds[strange])))
      }
    }
  }

  private func takePops() {
    for pop in live.loop.newXruns() { events.publish(EngineEvent(pop)) }
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
        renewBudget()
      case .periodRefused: buffer = nil
      case .lost, .obstructed: break
      }
    }
  }

  /// Expects another delay, and forgets that of earlier hits.
  mutating func answers(_ sources: [PortDelay.Source]) { budget.sources = sources }

  mutating func renewBudget() { budget = budget.renewed(for: live) }

  /// Asks for a larger period after repeated xruns; the loop reports when it has it.
  private mutating func growBuffer() {
    let (loop, seconds) = (live.loop, seconds)
    guard !isSweeping,
      let frames = buffer?.largerPeriod(
        than: loop.periodFrames, pops: loop.statistics().pops, atSeconds: seconds)
    else { return }
    events.publish(.device(EngineEvent.Device(.periodTried, periodFrames: frames)))
    loop.changePeriod(to: frames)
  }

  /// Reports what is wrong with recordings.
  mutating func reportRecordings() {
    for line in recordingReports.newReports() {
      events.publish(.recording(EngineEvent.Kept(.trouble, detail: line)))
    }
  }

  private mutating func takeRecordings() {
    reportRecordings()
    if let (ended, reason) = extra.endIfOver(), let reason {
      events.publish(
        .recording(
          EngineEvent.Kept(
            .trouble, detail: "'\(ended.path)' has ended, and is whole: \(reason)")))
    }
    publishBacking()
    while let closed = extra.newlyClosed() {
      recordingReports.forget(closed)
      reportClosed(closed)
    }
  }

  private mutating func takeLoad() {
    load.update(from: live.loop)
    guard seconds >= nextLoadSeconds, load.count > 0 else { return }
    nextLoadSeconds = seconds + Self.loadSeconds
    events.publish(.load(EngineEvent.Load(load)))
  }

  private mutating func publishDelay() {
    if budget.effectFrames != live.performance.mix.drumLatencyFrames { renewBudget() }
    let delay = budget.delay
    guard delay != publishedDelay else { return }
    publishedDelay = delay
    events.publish(.delay(delay))
  }

  /// Time since the start.
  private var seconds: Double { (MonotonicClock.now - begin) / .seconds(1) }
}
