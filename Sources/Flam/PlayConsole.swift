// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Engine
import Instrument
import Profiles
import Sessions

/// What a person sees while playing: hits as they come, levels, pops; and at the end what came of it.
struct PlayConsole {
  /// The report at the end is about the last hits, so that a long session takes no more memory than a short one.
  private static let reportedHits = 1000

  /// How often it tells what is not an event.
  private static let updatePause = Duration.milliseconds(50)

  private let live: LivePerformance
  private let news: PlayEvents
  private var lastUpdate = ContinuousClock.now - Self.updatePause
  private var kits: KitChanger
  private let takeRateHz: Int?
  private let json: Bool
  private var budget: PlayBudget
  private var hits: [HitLine] = []
  private var pops: PopText
  private var load: LoadText
  private let start = ContinuousClock.now
  private var recording: RecordingText
  private var isTextFailureTold = false
  private var toldBackingChange: BackingChange?
  private var returning = ReturnText()
  private let devices: DeviceText
  private var buffer: AutoBuffer?
  private var levels = LevelText()
  private let tellsMeters: Bool
  private var untoldHits: [HitLine] = []
  private let disk: DiskWait
  /// What was learned while playing.
  private(set) var learning = LearningProgress()
  private var strangeSounds: [Int] = []

  /// - Parameters:
  ///   - news: Tells the hits.
  ///   - kits: The kit that is still loaded, and those that are asked for.
  ///   - takeRateHz: The rate in whose frames hits are told; nil for that of the loop.
  ///   - budget: What of the delay's budget is used.
  ///   - growsBuffer: After repeated pops devices get a larger period.
  ///   - tellsMeters: Levels are told on standard output, too, as JSON.
  ///   - disk: Waits for what takes as long as the disk does.
  init(
    _ live: LivePerformance, news: PlayEvents, kits: KitChanger, takeRateHz: Int?,
    budget: PlayBudget,
    growsBuffer: Bool,
    json: Bool, tellsMeters: Bool, disk: DiskWait
  ) {
    self.disk = disk
    returning.isReturnTold = live.sweep != nil
    self.live = live
    self.news = news
    self.kits = kits
    devices = DeviceText(
      rateHz: live.loop.rateHz,
      goesOn: live.recorder == nil ? "playing goes on" : "playing and recording go on")
    recording = RecordingText(
      live.recorders, sampleRateHz: live.loop.rateHz)
    buffer = growsBuffer ? AutoBuffer(startedAtSeconds: 0) : nil
    pops = Self.pops(live.loop)
    load = LoadText(live.loop)
    self.takeRateHz = takeRateHz
    self.budget = budget
    self.json = json
    self.tellsMeters = tellsMeters
  }

  /// Tells what is new; to be called as often as the events ask for, some twenty times a second at least.
  mutating func tell() throws {
    try news.print()
    let now = ContinuousClock.now
    guard !news.isPrinting || now - lastUpdate >= Self.updatePause else { return }
    lastUpdate = now
    try update()
  }

  /// Tells all that is new.
  private mutating func update() throws {
    collectHits()
    try news.print()
    let rateHz = live.loop.rateHz
    while !untoldHits.isEmpty {
      Terminal.clear()
      let hit = untoldHits.removeFirst()
      let told = hit.counted(atHz: takeRateHz ?? rateHz, heardAtHz: rateHz)
      let played = PlayedHit(
        line: told, soundingVoices: live.performance.snapshot.soundingVoices)
      try Terminal.print(json ? played.jsonLine : HitText(hit: told).description)
    }
    let strange = strangeSounds.map { LearnedChoice.strange(sound: live.performance.sounds[$0]) }
    strangeSounds = []
    for text in strange + carryOutTyped() + kits.update(live.performance) {
      Terminal.clear()
      Terminal.tell(text)
    }
    tellPops()
    tellDevices()
    growBuffer()
    tellRecording()
    tellLoad()
    let snapshot = live.performance.snapshot
    levels.note(snapshot)
    news.publish(.meters(EngineEvent.Meters(snapshot)))
    if tellsMeters { try Terminal.print(MeterLine(snapshot, rateHz: rateHz).jsonLine) }
    if let text = returning.news(snapshot) {
      Terminal.clear()
      Terminal.tell(text)
    }
    Terminal.show(
      (kits.status.map { "\($0)  " } ?? "") + levels.line(snapshot)
        + "  delay \(budget.use)  \(load.line)  \(snapshot.soundingVoices) voices")
  }

  /// Does what was typed: a change of the mixer, else the name of a kit.
  private mutating func carryOutTyped() -> [String] {
    var told: [String] = []
    while let line = Terminal.newLine() {
      if let answer = HearingCommand(live.performance, hits: hits.suffix(RecentHitsText.count))
        .carryOut(line)
        ?? MixCommand(live.performance).carryOut(line)
      {
        told += answer
      } else {
        kits.change(to: line)
      }
    }
    return told
  }

  /// Fetches the hits that are new, and keeps them.
  private mutating func collectHits() {
    live.performance.collectDrums()
    for hit in news.newHits() {
      if hits.count == 2 * Self.reportedHits { hits.removeFirst(Self.reportedHits) }
      hits.append(hit)
      budget.note(hit)
      live.journal?.note(hit)
      untoldHits.append(hit)
      if let sound = hit.learned.flatMap({ learning.note($0) }) { strangeSounds.append(sound) }
    }
  }

  /// Tells what came of it: hits, pops, the recording, the delay. Whatever becomes of that, the session is kept first.
  mutating func finish() throws {
    let kept = Result { try keepSession() }
    try update()
    Terminal.clear()
    let snapshot = live.performance.snapshot
    let late = snapshot.lateHits > 0 ? " (\(snapshot.lateHits) late)" : ""
    let standIns =
      snapshot.standInHits > 0
      ? " (\(snapshot.standInHits) by the nearest sounds while a kit was loading)" : ""
    if snapshot.lateTails > 0 {
      Terminal.tell(
        "\(snapshot.lateTails) drums were cut short: the disk was too slow; give more by --sample-memory"
      )
    }
    let untoldCount = snapshot.untoldHits + news.lostHitCount
    let untold =
      untoldCount > 0
      ? " (\(untoldCount) not listed: output was read too slowly)" : ""
    if let text = pops.rest() { Terminal.tell(text) }
    if let text = levels.summary(snapshot) { Terminal.tell(text) }
    if let text = returning.text(snapshot) { Terminal.tell(text) }
    let statistics = live.loop.statistics()
    Terminal.tell(
      "\(snapshot.hits) hits\(late)\(standIns)\(untold), \(statistics.pops) pops; longest block "
        + blockTime(statistics) + ", mean \(milliseconds(statistics.meanBlockNanoseconds))")
    if let text = BackingText.dropouts(live.performance.backing) { Terminal.tell(text) }
    if let text = load.summary(untoldBlocks: statistics.untoldBlocks) { Terminal.tell(text) }
    recording.summary.forEach(Terminal.tell)
    if let summary = budget.summary(hits.suffix(Self.reportedHits)) {
      Terminal.tell(summary.description)
    }
    for recorder in live.recorders {
      news.publish(
        .recording(
          EngineEvent.Kept(
            .closed, path: recorder.path,
            detail: (recorder.status.failure ?? recorder.status.loss)?.reason)))
    }
    try news.print()
    if let text = try kept.get() { Terminal.tell(text) }
  }

  /// Closes the session, where one is kept; what there is to say of it. Once, after the end of the playing.
  mutating func keepSession() throws -> String? {
    collectHits()
    guard let keeper = live.journal, let status = live.recorder?.status else { return nil }
    let snapshot = live.performance.snapshot
    let report = budget.summary(hits.suffix(Self.reportedHits))?.report
    let latency = report.flatMap { $0.doubt == nil ? $0.medianMilliseconds : nil }
    let outcome = PerformanceOutcome(
      seconds: Double(status.frameCount) / Double(live.loop.rateHz), hits: snapshot.hits,
      lateHits: snapshot.lateHits, pops: live.loop.statistics().pops,
      peakDecibels: levels.peakDecibels, latencyMilliseconds: latency,
      lostFrames: status.lostFrameCount, failure: status.failure?.reason,
      notReplayable: whyNotReplayable(snapshot))
    let reason = try disk.run { try keeper.finish(outcome) }
    news.publish(
      .session(
        EngineEvent.Kept(
          .closed, path: keeper.path,
          detail: reason.map { "cannot be played again bit for bit, \($0)" })))
    return "session kept in '\(keeper.path)': "
      + (reason.map { "'flam replay' cannot play it again bit for bit, \($0)" }
        ?? "'flam replay' plays it again")
  }

  private func whyNotReplayable(_ snapshot: Snapshot) -> String? {
    if snapshot.lateMixChanges > 0 { return "as a change of the mix came too late" }
    if snapshot.lateHearingChanges > 0 { return "as a change of hearing came too late" }
    if let reason = BackingText.whyNotReplayable(live.performance.backing) { return reason }
    return snapshot.lateTails > 0 ? "as the disk was too slow for all of its drums" : nil
  }

  private mutating func tellPops() {
    let new = live.loop.newPops()
    for pop in new { news.publish(EngineEvent(pop)) }
    guard let text = pops.news(new, atSeconds: seconds) else { return }
    Terminal.clear()
    Terminal.tell(text)
  }

  private static func pops(_ loop: AudioLoop) -> PopText {
    PopText(
      periodFrames: loop.periodFrames, periodNanoseconds: loop.statistics().periodNanoseconds)
  }

  private mutating func tellDevices() {
    let now = seconds
    for event in live.loop.newEvents() {
      Terminal.clear()
      Terminal.tell(devices.line(event))
      news.publish(EngineEvent(event))
      switch event {
      case .back: buffer?.restart(atSeconds: now)
      case .periodChanged:
        buffer = buffer.map { _ in AutoBuffer(startedAtSeconds: now) }
        pops = Self.pops(live.loop)
        load = LoadText(live.loop)
        budget = budget.renewed(for: live)
      case .periodRefused: buffer = nil
      case .lost, .obstructed: break
      }
    }
  }

  /// After repeated pops asks for a larger period; the loop tells when it has it.
  private mutating func growBuffer() {
    let (loop, now) = (live.loop, seconds)
    guard
      let frames = buffer?.largerPeriod(
        than: loop.periodFrames, pops: loop.statistics().pops, atSeconds: now)
    else { return }
    Terminal.clear()
    Terminal.tell(
      "\(AutoBuffer.mostPops) pops in \(Int(AutoBuffer.windowSeconds)) s: trying a period of \(frames) frames"
    )
    loop.changePeriod(to: frames)
  }

  /// Takes in how long the blocks took, and warns before that is too long.
  private mutating func tellLoad() {
    load.update(from: live.loop)
    guard live.loop.statistics().pops == 0, let text = load.warning(atSeconds: seconds) else {
      return
    }
    Terminal.clear()
    Terminal.tell(text)
  }

  /// Time since the start.
  private var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// The longest block and what it may take: "0.05 of 1.33 ms".
  private func blockTime(_ statistics: LoopStatistics) -> String {
    let worst = milliseconds(statistics.worstBlockNanoseconds)
    return "\(worst) of \(milliseconds(statistics.periodNanoseconds)) ms"
  }

  private func milliseconds(_ nanoseconds: Int) -> String {
    (Double(nanoseconds) / 1e6).text(places: 2)
  }

  private mutating func tellRecording() {
    var lines = recording.news()
    for line in lines { news.publish(.recording(EngineEvent.Kept(.trouble, detail: line))) }
    if !isTextFailureTold, let failure = live.journal?.fault {
      isTextFailureTold = true
      news.publish(.session(EngineEvent.Kept(.trouble, detail: "\(failure)")))
      lines.append("the session's hits are no longer kept, its sound is: \(failure)")
    }
    if let change = live.performance.backing?.change, change != toldBackingChange {
      toldBackingChange = change
      lines.append(BackingText.text(change))
    }
    guard !lines.isEmpty else { return }
    Terminal.clear()
    lines.forEach(Terminal.tell)
  }
}
