// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import SoundFiles
import Latency

/// A stimulus that was played on a device, and what was heard of it.
public struct MeasuredRound {
  /// Why a round came to nothing, where no device says it.
  public enum Failure: Error, Equatable {
    /// The stream popped in each of so many attempts; in the last one so often.
    case popped(attempts: Int, lastPops: Int)
    /// The time of the device does not pass.
    case standsStill(device: String)
  }

  /// The devices to measure, and who looks on.
  public struct Setup {
    /// ALSA's name of the device that is heard.
    public var input: String
    /// ALSA's name of the device that is played on.
    public var output: String
    /// How they are opened.
    public var streams: StreamSettings
    /// Gets the number of each attempt, from 1, when it begins.
    public var begins: (_ attempt: Int) -> Void
    /// Waits for so many milliseconds; true where it is to end.
    public var waits: (_ milliseconds: Int) -> Bool

    /// Two devices.
    public init(
      input: String, output: String, streams: StreamSettings,
      begins: @escaping (_ attempt: Int) -> Void = { _ in },
      waits: @escaping (_ milliseconds: Int) -> Bool
    ) {
      (self.input, self.output, self.streams) = (input, output, streams)
      (self.begins, self.waits) = (begins, waits)
    }
  }

  /// How often it is played anew because the stream popped.
  private static let attempts = 3
  /// What a stream may take longer than the stimulus, in milliseconds.
  private static let patienceMilliseconds = 3000
  private static let waitMilliseconds = 20

  /// Sample rate of the devices, in hertz.
  public let rateHz: Int
  /// What the buffers add.
  public let buffers: BufferDelay
  /// Capture and playback run on different clocks.
  public let hasTwoClocks: Bool
  /// The devices it was played on.
  public let setup: MeasuredSetup?
  /// What was played, left and right.
  public let stimulus: [SIMD2<Float>]
  /// What was heard of it.
  public let heard: StimulusRun.Heard

  /// Plays what `stimulus` gives for a sample rate in hertz, and hears; again where it pops. Nil if it was asked to end.
  public static func play(
    _ stimulus: (_ rateHz: Int) -> [SIMD2<Float>], on setup: Setup
  ) throws -> MeasuredRound? {
    var pops = 0
    for attempt in 1...attempts {
      let loop = try AudioLoop(
        input: .capture(device: setup.input), output: .playback(device: setup.output),
        settings: setup.streams)
      setup.begins(attempt)
      let samples = stimulus(loop.rateHz)
      guard let heard = try hear(samples, on: loop, setup) else { return nil }
      pops = loop.statistics().pops
      guard pops == 0 else { continue }
      return MeasuredRound(
        rateHz: loop.rateHz, buffers: BufferDelay(loop, periodCount: setup.streams.periodCount),
        hasTwoClocks: loop.hasTwoClocks, setup: MeasuredSetup(loop), stimulus: samples,
        heard: heard)
    }
    throw Failure.popped(attempts: attempts, lastPops: pops)
  }

  /// The report of `trips`: what the buffers leave of them is the device's own. Where they leave less than nothing,
  /// that is in doubt.
  public func report(
    _ method: LatencyReport.Method, _ trips: RoundTrips, budgetMilliseconds: Double
  ) -> LatencyReport {
    var items = DelayItems(buffers)
    items.add(
      method == .air ? .deviceAndAir : .deviceOwn,
      frames: max(0, trips.medianFrames - Double(buffers.frames)))
    return LatencyReport(
      method: method, delaysMilliseconds: trips.delaysFrames.map(milliseconds),
      stages: items.stages, budgetMilliseconds: budgetMilliseconds)
  }

  /// What `frames` of the device last.
  public func milliseconds(_ frames: Double) -> Double { 1000 * frames / Double(rateHz) }

  /// Keeps what was played, left, and what was heard, right, in a WAV.
  public func save(to path: String, isOverwriting: Bool) throws(SoundFileError) {
    var file = try SoundFileWriter(
      path: path, sampleRateHz: rateHz, channelCount: 2, isOverwriting: isOverwriting)
    try file.write(
      zip(stimulus, heard.during).flatMap { [abs($0.x) > abs($0.y) ? $0.x : $0.y, $1] })
    try file.commit()
  }

  private static func hear(
    _ samples: [SIMD2<Float>], on loop: AudioLoop, _ setup: Setup
  ) throws -> StimulusRun.Heard? {
    let run = StimulusRun(samples, sampleRateHz: loop.rateHz)
    try loop.start(run.handler(timeline: loop.timeline), keeping: run)
    var left = 1000 * run.frameCount / loop.rateHz + patienceMilliseconds
    while !run.isDone && loop.isRunning && left > 0 {
      if setup.waits(waitMilliseconds) { return nil }
      left -= waitMilliseconds
    }
    loop.stop()
    if case .lost(let failure) = loop.wait() { throw failure }
    guard let heard = run.heard else {
      throw Failure.standsStill(device: loop.reports.last?.device ?? "")
    }
    return heard
  }
}
