// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import AudioIO
import Glibc
import Instrument
import Kits
import Profiles

/// One long run under load.
struct Soak {
  /// Another kit answers every so many checks, 50 ms apart: in that time there are strokes for all
  /// voices, so that they always sound.
  private static let looksPerKit = 240
  private static let voiceCount = 64

  private let loop: AudioLoop
  private let live: LivePerformance
  private var meter: LoadMeter
  private var tally = SoakTally(
    distanceFrames: RigSoak.distanceFrames, rateHz: RigSoak.rateHz)
  private var pops: [Xrun] = []
  private var mostVoices = 0
  /// Since that many sounded for the first time.
  private var fewestVoices = 0
  private let kits: [Kit]
  private var changes = 0
  private var looks = 0
  private let playedTaps: Int
  /// The load of the machine, and the loader of kits; they work until the process ends.
  private var hogs: Hogs?
  private var loader: WorkThreads?

  /// - Parameter playedTaps: How many taps there will be to hear.
  init(periodFrames: Int, playedTaps: Int) throws {
    self.playedTaps = playedTaps
    // Ready before the room knows that someone listens.
    kits = (0..<2).map { _ in
      BusyKit.kit(roles: Profile.general.sounds.map(\.role), sampleRateHz: RigSoak.rateHz)
    }
    loop = try AudioLoop(
      input: .capture(device: "default"), output: .playback(device: "default"),
      settings: StreamSettings(rateHz: RigSoak.rateHz, periodFrames: periodFrames))
    var settings = InstrumentSettings()
    settings.feedback = FeedbackSettings(periodFrames: loop.periodFrames)
    live = LivePerformance(
      Performance(kit: kits[0], profile: .general, settings: settings), on: loop, recorder: nil)
    meter = LoadMeter(loop)
  }

  /// Plays until SIGINT; true if the figures meet the targets.
  mutating func run() throws -> Bool {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    hogs = Hogs()
    let bundled = try KitLocator().kit(nil)
    let memory = SampleMemory(megabytes: 256)
    memory.pin()
    loader = WorkThreads(count: 1) { mustStop in
      while !mustStop.load(ordering: .relaxed) {
        _ = try? KitLoader.load(path: bundled, sampleRateHz: RigSoak.rateHz, into: memory)
      }
    }
    try live.start()
    RigSoak.say("playing")
    var poll = timespec(tv_sec: 0, tv_nsec: 50_000_000)
    while loop.isRunning && sigtimedwait(&signals, nil, &poll) != SIGINT { update() }
    let ending = live.end()
    update()
    return judge(ending)
  }

  private mutating func update() {
    meter.update(from: loop)
    pops += loop.newXruns()
    let voices = live.performance.snapshot.soundingVoices
    fewestVoices = mostVoices < Self.voiceCount ? voices : min(fewestVoices, voices)
    mostVoices = max(mostVoices, voices)
    looks += 1
    if looks % Self.looksPerKit == 0, live.performance.change(to: kits[(changes + 1) % 2]) {
      changes += 1
    }
    for hit in live.performance.newHits() {
      tally.add(hitFrame: hit.frame, pops: pops)
    }
  }

  private func judge(_ ending: LoopEnding) -> Bool {
    let statistics = loop.statistics()
    let period = Double(statistics.periodNanoseconds)
    let share = Double(meter.blockTimes.p9999) / period
    print(
      "ended: \(ending); \(statistics.inputFrames / RigSoak.rateHz) s of \(loop.periodFrames) frames, "
        + "up to \(mostVoices) voices, then never fewer than \(fewestVoices), "
        + "\(changes) changes of kit")
    print(
      "blocks: \(text(meter.blockTimes)) of \(statistics.periodNanoseconds / 1000) µs; "
        + "p99.99 \(percent(share)), target below 50 %")
    print("our own work in them: \(text(meter.workTimes))")
    print(
      "woken up late: \(text(meter.wakeUpTimes)); \(statistics.unreportedBlocks) blocks not timed")
    let own = pops.count(where: \.isOurs)
    print(
      "pops: \(own) ours, \(pops.count - own) the system's, \(statistics.unreportedPops) not reported"
    )
    for pop in pops.sorted(by: { $0.workNanoseconds > $1.workNanoseconds }).prefix(20) {
      print(
        "  \(pop.side.rawValue) at frame \(pop.frame): \(pop.lateNanoseconds / 1000) µs late, "
          + "block \(pop.blockNanoseconds / 1000) µs, \(pop.workNanoseconds / 1000) µs of it work, "
          + "held up for \(pop.heldUpNanoseconds / 1000) µs")
    }
    let lost = tally.lost(of: playedTaps)
    print(
      "taps: \(tally.heard) of \(playedTaps) heard, \(lost.elsewhere) lost, \(lost.atPops) lost where the sound broke off; "
        + "\(tally.extra) hits that were no taps")
    let isMet =
      share < 0.5 && own + statistics.unreportedPops == 0 && lost.elsewhere == 0
      && ending == .stopped
    print(isMet ? "met" : "MISSED")
    return isMet
  }

  private func text(_ times: TimeFigures) -> String {
    "median \(times.median / 1000), p99 \(times.p99 / 1000), p99.99 \(times.p9999 / 1000), longest \(times.max / 1000) µs"
  }

  private func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }
}
