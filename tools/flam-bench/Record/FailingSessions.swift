// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Engine
import FoundationEssentials
import Glibc
import Instrument
import Kits
import Profiles
import Recording
import Sessions
import Simulation

/// Sessions with the parts of the mix, kept in real time on disks that fill, stand still or turn read-only.
struct FailingSessions {
  private static let sampleRateHz = 48_000
  /// The console may be this late, in milliseconds: it checks for typing, and for Ctrl-C, every 20.
  private static let mostGapMilliseconds = 250.0

  let stallSeconds: Int

  func run(on disk: SmallDisk) throws -> Bool {
    let full = try trial("a disk that fills", seconds: 3, on: disk) {
      disk.fill(butKilobytes: 2500)
    }
    let readOnly = try trial("a disk that turns read-only", seconds: 3, on: disk) {
      disk.abort(afterSeconds: 1)
    }
    let stall = try trial(
      "a disk that stands still for \(stallSeconds) s", seconds: stallSeconds + 3, on: disk,
      isLeft: false
    ) { disk.freeze(afterSeconds: 1, forSeconds: stallSeconds) }
    return full && readOnly && stall
  }

  /// Keeps a session while `harm` is done to the disk; its content must equal the output, wherever
  /// it is.
  private func trial(
    _ name: String, seconds: Int, on disk: SmallDisk, isLeft: Bool = true, _ harm: () -> Bool
  ) throws -> Bool {
    guard disk.mount(megabytes: 64) else { return false }
    defer { disk.unmount() }
    let folders = [disk.path, disk.otherPath].map { SessionFolder(path: "\($0)/session") }
    for folder in folders { mkdir(folder.path, 0o777) }
    defer { folders[1].remove() }
    let take = Signal.taps(count: seconds * Self.sampleRateHz, everyFrames: 12_000)
    let history = PerformanceHistory(sampleRateHz: Self.sampleRateHz)
    let performance = FailingDisks.performance(history.performanceLog)
    let keeper = try SessionKeeper(
      record(performance), profile: .general, in: SessionPlaces(folders[0], else: folders[1]),
      history: history, number: history.begin())
    let stems = performance.stemNames.map { keeper.mixFile.beside(named: $0) }
    let recorder = try Recorder(
      keeper.mixFile, stems: stems, sampleRateHz: Self.sampleRateHz, prepare: keeper.prepare)
    let journals = JournalWriter(history)
    journals.begin(keeper)
    let live = LivePerformance(
      performance,
      on: try AudioLoop(input: .take(TakeStream(take, isLooped: false)), output: .clock),
      recorder: recorder, journals: journals)
    guard harm() else { return false }
    var console = Console(live, keeper)
    try live.start(frameLimit: take.count)
    while live.loop.isRunning { console.update() }
    live.end()
    console.update(isLast: true)
    let parts = try ([keeper.mixFile] + stems).map { try frames($0) }
    let isWhole =
      try parts.allSatisfy { $0 == parts[0] }
      && FailingDisks.played(take).starts(with: samples(keeper.mixFile).prefix(2 * take.count))
    let lines = folders.flatMap { Set(text($0.hitsPath).split(separator: "\n")) }
    let areHitsKept = Set(lines).count == console.hits && console.hits > seconds
    let status = recorder.status
    print(
      "  a session on \(name): \(status.lostFrameCount) frames lost, \(parts[0]) there in the mix and in each of "
        + "\(stems.count) parts, \(Set(lines).count) of \(console.hits) hits; the console's longest gap "
        + "\(console.longestGap.digits(0)) ms; \(console.pops) pops by recording or playing")
    return verdict(
      "nothing is lost, no pop of its own",
      isWhole && areHitsKept && status.failures.isEmpty && status.lostFrameCount == 0
        && keeper.microphone.status.lostFrameCount == 0 && status.moves.isEmpty != isLeft
        && console.pops == 0 && (!isLeft || folders[1].exists))
      && verdict(
        "the console answers within \(Int(Self.mostGapMilliseconds)) ms",
        console.longestGap <= Self.mostGapMilliseconds)
  }

  /// The work of the thread that talks to a person.
  private struct Console {
    let live: LivePerformance
    let keeper: SessionKeeper
    private(set) var hits = 0
    private(set) var pops = 0
    /// In milliseconds.
    private(set) var longestGap = 0.0
    private var last = ContinuousClock.now

    init(_ live: LivePerformance, _ keeper: SessionKeeper) {
      (self.live, self.keeper) = (live, keeper)
    }

    mutating func update(isLast: Bool = false) {
      for hit in live.performance.newHits() {
        keeper.append(hit)
        hits += 1
      }
      pops += live.loop.newXruns().count(where: \.isOurs)
      _ = live.recorders.map(\.status)
      guard !isLast else { return }
      usleep(20_000)
      let now = ContinuousClock.now
      longestGap = max(longestGap, 1000 * ((now - last) / .seconds(1)))
      last = now
    }
  }

  private func record(_ performance: Performance) -> SessionRecord {
    SessionRecord(
      startedAt: Date(), sampleRateHz: Self.sampleRateHz,
      kit: SessionRecord.PlayedKit(name: "", path: "", hash: "", adjustments: KitAdjustments()),
      profile: .general, settings: performance.settings,
      devices: SessionRecord.Devices(input: nil, output: nil, periodFrames: 64, periodCount: 2))
  }

  /// All that a recording holds, in both places.
  private func samples(_ file: RecordingFile) throws -> [Float] {
    var samples: [Float] = []
    for path in [file.path, file.elsePath].compactMap(\.self) where access(path, F_OK) == 0 {
      samples += try FailingDisks.samples(of: path)
    }
    return samples
  }

  private func frames(_ file: RecordingFile) throws -> Int {
    try samples(file).count / file.channelCount
  }

  private func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
