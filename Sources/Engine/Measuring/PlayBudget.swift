// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Latency

/// How much of the delay's budget is used while playing: expected before the first tap, measured
/// from the hits after.
struct PlayBudget {
  /// The displayed delay follows this many last hits.
  private static let shownHits = 20

  /// The expected delay before the first hit.
  let expected: ExpectedDelay
  /// Sources that strike drums, other than the microphone.
  var sources: [PortDelay.Source] = []
  private let buffers: BufferDelay
  private let kitOnsetFrames: Int
  /// The latency of the effects on the way of the drums.
  let effectFrames: Int
  private let engine: EngineLatency
  private let periodCount: Int
  private let budgetMilliseconds: Double
  private var lastHits: [HitLine] = []

  /// - Parameter periodCount: How many periods the buffers would hold, if there is no output
  ///   device.
  init(_ live: LivePerformance, periodCount: Int, budgetMilliseconds: Double) {
    let (loop, performance) = (live.loop, live.performance)
    let device = MeasuredSetup(loop).flatMap(MeasurementStore().device(of:))
    buffers = BufferDelay(loop, periodCount: periodCount)
    kitOnsetFrames = performance.kit.medianOnsetFrames
    effectFrames = performance.mix.drumLatencyFrames
    expected = ExpectedDelay(
      kitOnsetFrames: kitOnsetFrames, effectFrames: effectFrames, buffers: buffers,
      certainty: performance.certainty, device: device)
    engine = EngineLatency(
      kit: performance.kit, buffers: buffers, kitOnsetFrames: kitOnsetFrames,
      effectFrames: effectFrames, deviceMilliseconds: device?.deviceMilliseconds)
    self.periodCount = periodCount
    self.budgetMilliseconds = budgetMilliseconds
  }

  /// The same after the devices, or effects on the way of the drums, were changed.
  func renewed(for live: LivePerformance) -> PlayBudget {
    var renewed = PlayBudget(
      live, periodCount: periodCount, budgetMilliseconds: budgetMilliseconds)
    renewed.sources = sources
    return renewed
  }

  /// From what the microphone hears to what leaves the loudspeaker at once in answer to it, in frames.
  var deviceFrames: Int {
    let own = expected.device?.deviceMilliseconds ?? 0
    return buffers.frames + Int((own / 1000 * Double(buffers.sampleRateHz)).rounded())
  }

  /// The expected delays of strokes from these sources.
  var portDelays: [PortDelay] {
    sources.map { source in
      PortDelay(
        source, kitOnsetFrames: kitOnsetFrames, effectFrames: effectFrames, buffers: buffers,
        deviceMilliseconds: expected.device?.deviceMilliseconds)
    }
  }

  /// The delay of the last hits, and the budget.
  var delay: EngineEvent.Delay {
    let report = engine.report(lastHits)
    let isDoubtful = report.map { $0.doubt != nil } ?? false
    return EngineEvent.Delay(
      milliseconds: isDoubtful ? nil : report?.medianMilliseconds ?? expected.milliseconds,
      budgetMilliseconds: budgetMilliseconds, deviceMeasuredOn: expected.device?.day)
  }

  /// Counts a hit.
  mutating func add(_ hit: HitLine) {
    if lastHits.count == Self.shownHits { lastHits.removeFirst() }
    lastHits.append(hit)
  }

  /// The delay of `hits`; nil if none sounded.
  func report(_ hits: some Sequence<HitLine>) -> LatencyReport? {
    engine.report(hits, budgetMilliseconds: budgetMilliseconds)
  }
}
