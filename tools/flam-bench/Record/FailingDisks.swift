// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Engine
import Glibc
import Instrument
import Profiles
import Recording
import Simulation
import SoundFiles

/// Disks that fill, stand still or turn read-only while they are recorded to in real time: small ones, made and mounted for
/// the trial, which takes root.
struct FailingDisks {
  private static let sampleRateHz = 48_000

  let stallSeconds: Int

  func run(in folder: TemporaryFolder) throws -> Bool {
    guard let disk = SmallDisk(in: folder) else {
      print("  not root, or nothing may be mounted here: failing disks are not tried")
      return true
    }
    let full = try trial("a disk that fills", seconds: 3, megabytes: 8, on: disk) {
      // 1.4 s of sound.
      disk.fill(butKilobytes: 500)
    }
    let readOnly = try trial("a disk that turns read-only", seconds: 3, megabytes: 32, on: disk) {
      disk.abort(afterSeconds: 1)
    }
    let stall = try trial(
      "a disk that stands still for \(stallSeconds) s", seconds: stallSeconds + 3, megabytes: 32,
      on: disk, moveCount: 0
    ) { disk.freeze(afterSeconds: 1, forSeconds: stallSeconds) }
    let sessions = try FailingSessions(stallSeconds: stallSeconds).run(on: disk)
    return full && readOnly && stall && sessions
  }

  /// Plays and records while `harm` is done to the disk; the recording must equal the output,
  /// wherever it is.
  private func trial(
    _ name: String, seconds: Int, megabytes: Int, on disk: SmallDisk, moveCount: Int = 1,
    _ harm: () -> Bool
  ) throws -> Bool {
    guard disk.mount(megabytes: megabytes) else { return false }
    defer { disk.unmount() }
    let (here, there) = ("\(disk.path)/a.wav", "\(disk.otherPath)/a.wav")
    defer { unlink(there) }
    let take = Signal.taps(count: seconds * Self.sampleRateHz, everyFrames: 12_000)
    let recorder = try Recorder(
      RecordingFile(path: here, elsePath: there), sampleRateHz: Self.sampleRateHz)
    let live = LivePerformance(
      Self.performance(),
      on: try AudioLoop(input: .take(TakeStream(take, isLooped: false)), output: .clock),
      recorder: recorder)
    guard harm() else { return false }
    try live.start(frameLimit: take.count)
    var most = 0.0
    var pops: [Xrun] = []
    while live.loop.isRunning {
      most = max(most, recorder.waitingSeconds)
      pops += live.loop.newXruns()
      usleep(20_000)
    }
    live.end()
    pops += live.loop.newXruns()
    let own = pops.count(where: \.isOurs)
    let status = recorder.status
    let places = status.moves.isEmpty ? [here] : [here, there]
    let recorded = try places.flatMap { try Self.samples(of: $0) }
    let played = Self.played(take)
    let isWhole = recorded.count >= 2 * take.count && recorded[...] == played.prefix(recorded.count)
    let reason = status.moves.first.map { ", \($0.failure.reason)" } ?? ""
    print(
      "  \(name): \(status.lostFrameCount) frames lost, \(recorded.count / 2) of \(take.count) there bit for bit\(reason); "
        + "at most \(most.digits(1)) s waited; \(own) pops by recording or playing, \(pops.count - own) as the system gave "
        + "the processor to others")
    return verdict(
      "nothing is lost, no pop of its own",
      isWhole && status.failure == nil && status.lostFrameCount == 0
        && status.moves.count == moveCount && own == 0)
  }

  static func performance(_ performanceLog: PerformanceLog? = nil) -> Performance {
    let drums = TestKit.noiseDrums(frameCount: 4800)
    return Performance(
      kit: TestKit.kit(drums, blockCount: drums.count * SampleMemory.blocks(frameCount: 4800)),
      profile: .general, settings: InstrumentSettings(), performanceLog: performanceLog)
  }

  /// The output for a take if no disk fails.
  static func played(_ take: [Float]) -> [Float] {
    var played: [Float] = []
    Rendering(performance(), periodFrames: 64).run(
      HeldTake(take), write: { played += $0.played }, report: { _ in })
    return played
  }

  static func samples(of path: String) throws -> [Float] {
    var reader = try SoundFileReader(path: path)
    var samples = [Float](repeating: 0, count: reader.channelCount * reader.frameCount)
    var span = samples.mutableSpan
    let count = try reader.read(into: &span)
    return [Float](samples.prefix(reader.channelCount * count))
  }
}
