// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import AudioIO
import Latency

/// A stimulus that was played on a device, and what was heard of it.
struct Round {
  /// How often it is played anew because the stream popped.
  private static let attempts = 3
  /// What a stream may take longer than the stimulus, in milliseconds.
  private static let patienceMilliseconds = 3000
  private static let waitMilliseconds = 20

  let rateHz: Int
  /// What the buffers add.
  let buffers: BufferDelay
  let hasTwoClocks: Bool
  /// The devices it was played on.
  let setup: MeasuredSetup?
  let heard: StimulusRun.Heard

  /// The report of `trips`: what the buffers leave of them is the device's own. Where they leave less than nothing,
  /// that is in doubt.
  func report(
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
  func milliseconds(_ frames: Double) -> Double { 1000 * frames / Double(rateHz) }

  /// Plays what `Probe` gives and hears; again where it pops. Nil where it was told to stop.
  static func play<Probe: RoundProbe>(
    _: Probe.Type, _ options: RoundOptions, isOverwriting: Bool, signals: StopSignals
  ) throws -> (Round, Probe)? {
    let devices = options.devices
    devices.tellKeptDefault()
    var pops = 0
    for attempt in 1...attempts {
      let loop = try AudioLoop(
        input: .capture(device: devices.stream.captureDevice),
        output: .playback(device: devices.playbackDevice), settings: devices.settings)
      Terminal.tell(attempt == 1 ? Probe.notice : "it popped: \(Probe.notice)")
      let probe = Probe(sampleRateHz: loop.rateHz)
      let samples = probe.stimulus
      guard let heard = try hear(samples, on: loop, signals) else { return nil }
      pops = loop.statistics().pops
      guard pops == 0 else { continue }
      if let path = options.save {
        try save(samples, heard.during, to: path, loop.rateHz, isOverwriting: isOverwriting)
      }
      let round = Round(
        rateHz: loop.rateHz,
        buffers: BufferDelay(loop, periodCount: devices.settings.periodCount),
        hasTwoClocks: loop.hasTwoClocks, setup: MeasuredSetup(loop), heard: heard)
      return (round, probe)
    }
    throw CommandFailure(
      .brokenData,
      "cannot measure on '\(devices.playbackDevice)': it popped in each of \(attempts) attempts "
        + "(\(pops) times in the last); try a larger --period, or close other programs")
  }

  private static func hear(
    _ samples: [SIMD2<Float>], on loop: AudioLoop, _ signals: StopSignals
  ) throws -> StimulusRun.Heard? {
    let run = StimulusRun(samples, sampleRateHz: loop.rateHz)
    try loop.start(run.handler(timeline: loop.timeline), keeping: run)
    var left = 1000 * run.frameCount / loop.rateHz + patienceMilliseconds
    while !run.isDone && loop.isRunning && left > 0 {
      if signals.wait(milliseconds: waitMilliseconds) { return nil }
      left -= waitMilliseconds
    }
    loop.stop()
    if case .lost(let failure) = loop.wait() { throw failure }
    guard let heard = run.heard else {
      throw CommandFailure(
        .unavailable,
        "cannot measure on '\(loop.reports.last?.device ?? "")': its time does not pass; "
          + "plug it in again, or start its sound server again")
    }
    return heard
  }

  private static func save(
    _ played: [SIMD2<Float>], _ heard: [Float], to path: String, _ rateHz: Int, isOverwriting: Bool
  ) throws {
    var file = try SoundFileWriter(
      path: path, sampleRateHz: rateHz, channelCount: 2, isOverwriting: isOverwriting)
    try file.write(zip(played, heard).flatMap { [abs($0.x) > abs($0.y) ? $0.x : $0.y, $1] })
    try file.commit()
  }
}
