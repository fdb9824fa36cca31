// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Latency
import Measuring
import Profiles
import SoundFiles

/// Taps at a microphone, answered as in playing, and recorded with the answers.
public final class TapMeasurement {
  /// The result.
  public struct Result {
    /// From taps to drums, as the microphone heard both; nil if no drum was heard clearly after a
    /// tap.
    public let report: LatencyReport?
    /// The measurement of the devices' own part; nil if there is none.
    public let device: StoredMeasurement?
    /// The devices; nil if one side has none.
    public let setup: MeasuredSetup?
    /// The taps and drums that were heard.
    public let taps: TapResult
  }

  /// How long the drum of the last tap is heard.
  private static let ringMilliseconds = 600
  private static let pollMilliseconds = 50
  /// Each drum comes later by up to this much, each by another time, so that foreign sounds are not
  /// mistaken for drums.
  private static let spreadSeconds = 0.004

  /// Notes on the devices, a sentence each.
  public let notes: [String]
  private let live: LivePerformance
  private let spread: AnswerSpread
  private let witness: DuplexCapture
  private let periodCount: Int
  private var hits: [HitLine] = []

  /// Opens the devices.
  ///
  /// - Parameters:
  ///   - input: ALSA's name of the device that is heard.
  ///   - output: ALSA's name of the device that is played on.
  ///   - performance: Makes the performance, for a sample rate in hertz, its protection against
  ///     triggering itself, and the spread of its answers.
  public init(
    input: String, output: String, streams: StreamSettings,
    performance: (_ rateHz: Int, FeedbackSettings, AnswerSpread) throws -> Performance
  ) throws {
    let loop = try AudioLoop(
      input: .capture(device: input), output: .playback(device: output), settings: streams)
    notes = loop.reports.filter { !$0.differences.isEmpty }.flatMap(\.text)
    witness = DuplexCapture(sampleRateHz: loop.rateHz)
    spread = AnswerSpread(mostFrames: Int(Self.spreadSeconds * Double(loop.rateHz)))
    live = LivePerformance(
      try performance(loop.rateHz, FeedbackSettings(periodFrames: loop.periodFrames), spread),
      on: loop, recorder: nil, witness: witness)
    periodCount = streams.periodCount
  }

  /// Begins to hear.
  public func start() throws(DeviceError) { try live.start() }

  /// Waits for this many answered taps, and for the last drum to ring; false if there was none.
  ///
  /// - Parameters:
  ///   - waits: Waits for this many milliseconds; true to end.
  ///   - counted: Receives the number of taps so far.
  public func listen(
    taps: Int, waits: (_ milliseconds: Int) -> Bool, counted: (_ taps: Int) -> Void
  ) throws -> Bool {
    while hits.count < taps && live.loop.isRunning && !waits(Self.pollMilliseconds) {
      take(of: taps, counted)
    }
    for _ in 0..<Self.ringMilliseconds / Self.pollMilliseconds where live.loop.isRunning {
      if waits(Self.pollMilliseconds) { break }
      witness.gather()
    }
    let ending = live.end()
    take(of: taps, counted)
    if case .lost(let failure) = ending { throw failure }
    return !hits.isEmpty
  }

  /// How many taps were answered.
  public var tapCount: Int { hits.count }

  /// Takes new hits.
  private func take(of taps: Int, _ counted: (_ taps: Int) -> Void) {
    witness.gather()
    for hit in live.performance.newHits() where hit.startFrame != nil && hits.count < taps {
      hits.append(hit)
      counted(hits.count)
    }
  }

  /// Saves the input, left, and the output, right, as a WAV.
  public func save(_ path: String, isOverwriting: Bool) throws(SoundFileError) {
    var file = try SoundFileWriter(
      path: path, sampleRateHz: live.loop.rateHz, channelCount: 2, isOverwriting: isOverwriting)
    try file.write(zip(witness.microphone, witness.drums).flatMap { [$0, $1] })
    try file.commit()
  }

  /// How much later than usual a hit was answered. A late answer starts at once, regardless of its
  /// planned start.
  private func laterFrames(_ hit: HitLine) -> Int {
    hit.isLate ? 0 : spread.frames(hit: hit.beginning)
  }

  /// The result.
  public func result(budgetMilliseconds: Double) -> Result {
    let loop = live.loop
    let setup = MeasuredSetup(loop)
    let answers = hits.compactMap { hit in
      witness.place(ofInputFrame: hit.frame).map {
        PlayedTaps.Answer(
          tapFrame: $0, startFrame: hit.startFrame, laterFrames: laterFrames(hit))
      }
    }
    let (result, kitOnsetFrames) = PlayedTaps(
      microphone: witness.microphone, drums: witness.drums, earliestFrames: loop.delayFrames,
      sampleRateHz: loop.rateHz
    ).measured(answers)
    let taps = zip(hits, answers).compactMap { hit, answer in
      result.tapFrames.min { abs($0 - answer.tapFrame) < abs($1 - answer.tapFrame) }
        .map { hit.frame + $0 - answer.tapFrame }
    }
    let device = setup.flatMap(MeasurementStore().device(of:))
    let engine = EngineLatency(
      kit: live.performance.kit, buffers: BufferDelay(loop, periodCount: periodCount),
      kitOnsetFrames: kitOnsetFrames, deviceMilliseconds: device?.deviceMilliseconds)
    guard !result.delaysMilliseconds.isEmpty,
      let known = engine.report(
        hits.map { $0.answered(framesSooner: laterFrames($0)) }, truth: taps)
    else {
      return Result(report: nil, device: device, setup: setup, taps: result)
    }
    let delay = LatencyReport.median(result.delaysMilliseconds)
    let rest = delay - known.stages.reduce(0) { $0 + $1.milliseconds }
    let isDeviceUnknown = device == nil && rest > 0
    let report = LatencyReport(
      method: .tap, delaysMilliseconds: result.delaysMilliseconds,
      stages: known.stages
        + (isDeviceUnknown ? [LatencyReport.Stage(.deviceAndAir, milliseconds: rest)] : []),
      budgetMilliseconds: budgetMilliseconds)
    return Result(report: report, device: device, setup: setup, taps: result)
  }
}
