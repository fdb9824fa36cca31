// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Latency
import Measuring
import Profiles
import SoundFiles

/// Taps at a microphone, answered as when playing, and kept with what answered them.
public final class TapMeasurement {
  /// What was measured.
  public struct Result {
    /// From taps to drums, as the microphone heard both; nil if no drum was heard clearly after a tap.
    public let report: LatencyReport?
    /// What tells the devices' own part of it; nil if nothing does.
    public let device: StoredMeasurement?
    /// The devices; nil if one of the sides is none.
    public let setup: MeasuredSetup?
    /// What was heard of taps and drums.
    public let taps: TapResult
  }

  /// After the last tap its drum is heard for so long.
  private static let ringMilliseconds = 600
  private static let pollMilliseconds = 50
  /// Drums come later by up to so much, each by another time, so that others' sounds are not taken for them.
  private static let spreadSeconds = 0.004

  /// What people should know of the devices, a sentence each.
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
  ///   - performance: Makes the drums, for a sample rate in hertz how they are kept from triggering themselves, and
  ///     how its answers are spread.
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

  /// Waits for so many taps that are answered, and for the last drum to ring; false if there was none.
  ///
  /// - Parameters:
  ///   - waits: Waits for so many milliseconds; true if it is to end.
  ///   - counted: Is told how many there are.
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

  /// Takes over what is new.
  private func take(of taps: Int, _ counted: (_ taps: Int) -> Void) {
    witness.gather()
    for hit in live.performance.newHits() where hit.startFrame != nil && hits.count < taps {
      hits.append(hit)
      counted(hits.count)
    }
  }

  /// Keeps what was heard, left, and what was played, right, in a WAV.
  public func save(_ path: String, isOverwriting: Bool) throws(SoundFileError) {
    var file = try SoundFileWriter(
      path: path, sampleRateHz: live.loop.rateHz, channelCount: 2, isOverwriting: isOverwriting)
    try file.write(zip(witness.microphone, witness.drums).flatMap { [$0, $1] })
    try file.commit()
  }

  /// By how much later than usual a hit was answered. What comes late starts at once, whatever it was to start at.
  private func laterFrames(_ hit: HitLine) -> Int {
    hit.isLate ? 0 : spread.frames(hit: hit.beginning)
  }

  /// What was measured.
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
