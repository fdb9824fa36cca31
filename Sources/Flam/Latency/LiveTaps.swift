// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import AudioIO
import Instrument
import Latency

/// Taps at a microphone, answered as when playing, and kept with what answered them.
final class LiveTaps {
  /// After the last tap its drum is heard for so long.
  private static let ringMilliseconds = 600
  private static let pollMilliseconds = 50

  private let live: LivePerformance
  private let witness: HeardAndPlayed
  private let periodCount: Int
  private var hits: [HitLine] = []

  /// Opens the devices and loads the drums.
  init(_ instrument: InstrumentOptions, _ devices: DuplexOptions) throws {
    let loop = try AudioLoop(
      input: .capture(device: devices.stream.captureDevice),
      output: .playback(device: devices.playbackDevice), settings: devices.settings)
    devices.tellKeptDefault()
    for report in loop.reports where !report.differences.isEmpty {
      Terminal.tell(report.description)
    }
    let performance = try instrument.performance(
      sampleRateHz: loop.rateHz, defaultSeed: .random(in: 1 ... .max),
      memory: instrument.memory.pinned(),
      feedback: FeedbackSettings(periodFrames: loop.periodFrames))
    witness = HeardAndPlayed(sampleRateHz: loop.rateHz)
    live = LivePerformance(performance, on: loop, recorder: nil, witness: witness)
    periodCount = devices.settings.periodCount
  }

  /// Waits for so many taps, and counts them; false where it was stopped before the first.
  func listen(taps: Int, until signals: StopSignals) throws -> Bool {
    try live.start()
    Terminal.tell("tap near the microphone, \(taps) times, with pauses; the loudspeakers on")
    while hits.count < taps && live.loop.isRunning
      && !signals.wait(milliseconds: Self.pollMilliseconds)
    {
      take(of: taps)
    }
    for _ in 0..<Self.ringMilliseconds / Self.pollMilliseconds where live.loop.isRunning {
      if signals.wait(milliseconds: Self.pollMilliseconds) { break }
      witness.gather()
    }
    let ending = live.end()
    take(of: taps)
    Terminal.clear()
    if case .lost(let failure) = ending { throw failure }
    return !hits.isEmpty
  }

  /// Takes over what is new.
  private func take(of taps: Int) {
    witness.gather()
    for hit in live.performance.newHits() where hit.startFrame != nil && hits.count < taps {
      hits.append(hit)
      let count = "\(hits.count) of \(taps)"
      if Terminal.isWatched { Terminal.show(count) } else { Terminal.tell(count) }
    }
  }

  /// Keeps what was heard, left, and what was played, right.
  func save(_ path: String, isOverwriting: Bool) throws {
    var file = try SoundFileWriter(
      path: path, sampleRateHz: live.loop.rateHz, channelCount: 2, isOverwriting: isOverwriting)
    try file.write(zip(witness.microphone, witness.drums).flatMap { [$0, $1] })
    try file.commit()
  }

  /// What was measured.
  func outcome(budgetMilliseconds: Double) throws -> LatencyOutcome {
    let loop = live.loop
    let setup = MeasuredSetup(loop)
    let answers = hits.compactMap { hit in
      witness.place(ofInputFrame: hit.frame).map {
        PlayedTaps.Answer(tapFrame: $0, startFrame: hit.startFrame)
      }
    }
    let (result, kitOnsetFrames) = PlayedTaps(
      microphone: witness.microphone, drums: witness.drums, earliestFrames: loop.delayFrames,
      sampleRateHz: loop.rateHz
    ).measured(answers)
    let details = TapDetails(result)
    let taps = zip(hits, answers).compactMap { hit, answer in
      result.tapFrames.min { abs($0 - answer.tapFrame) < abs($1 - answer.tapFrame) }
        .map { hit.frame + $0 - answer.tapFrame }
    }
    let device = setup.flatMap(MeasurementStore().device(of:))
    let engine = EngineLatency(
      kit: live.performance.kit, buffers: BufferDelay(loop, periodCount: periodCount),
      kitOnsetFrames: kitOnsetFrames, deviceMilliseconds: device?.deviceMilliseconds)
    guard !result.delaysMilliseconds.isEmpty, let known = engine.report(hits, truth: taps) else {
      throw CommandFailure(
        .brokenData,
        "no drum was heard clearly after any of \(hits.count) taps; "
          + (details.advice ?? "turn the loudspeaker up"))
    }
    let delay = LatencyReport.median(result.delaysMilliseconds)
    let rest = delay - known.stages.reduce(0) { $0 + $1.milliseconds }
    let isDeviceUnknown = device == nil && rest > 0
    let report = LatencyReport(
      method: .tap, delaysMilliseconds: result.delaysMilliseconds,
      stages: known.stages
        + (isDeviceUnknown ? [LatencyReport.Stage(.deviceAndAir, milliseconds: rest)] : []),
      budgetMilliseconds: budgetMilliseconds)
    return LatencyOutcome(report: report, device: device, setup: setup, details: details)
  }
}
