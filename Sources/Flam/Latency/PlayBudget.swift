// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Latency
import Sessions

/// What of the delay's budget is used while playing: expected before the first tap, counted from the hits after.
struct PlayBudget {
  /// What is shown follows the last hits.
  private static let shownHits = 20

  private let expected: ExpectedDelay
  private let engine: EngineLatency
  private let clockBufferFrames: Int
  private let budgetMilliseconds: Double
  private var lastHits: [HitLine] = []

  /// - Parameters:
  ///   - clockBufferFrames: What the buffers would hold, where there is no output device.
  init(_ live: LivePerformance, clockBufferFrames: Int, budgetMilliseconds: Double) {
    let (loop, performance) = (live.loop, live.performance)
    let device = MeasuredSetup(loop).flatMap(MeasurementStore().device(of:))
    let bufferFrames = loop.delayFrames == 0 ? clockBufferFrames : loop.delayFrames
    let answerSeconds = Double(performance.settings.certainty.answerDelaySeconds)
    expected = ExpectedDelay(
      kit: performance.kit, periodFrames: loop.periodFrames, bufferFrames: bufferFrames,
      answerFrames: Int((answerSeconds * Double(loop.rateHz)).rounded()), device: device)
    engine = EngineLatency(
      kit: performance.kit, periodFrames: loop.periodFrames, bufferFrames: bufferFrames,
      deviceMilliseconds: device?.deviceMilliseconds)
    self.clockBufferFrames = clockBufferFrames
    self.budgetMilliseconds = budgetMilliseconds
  }

  /// The same after the devices were set otherwise.
  func renewed(for live: LivePerformance) -> PlayBudget {
    PlayBudget(
      live, clockBufferFrames: clockBufferFrames, budgetMilliseconds: budgetMilliseconds)
  }

  /// What is to be expected.
  var description: String {
    BudgetText(expected: expected, budgetMilliseconds: budgetMilliseconds).description
  }

  /// The delay of the last hits and the budget: "5.0 of 23 ms".
  var use: String {
    let current = engine.report(lastHits)?.medianMilliseconds ?? expected.milliseconds
    return "\(current.text(places: 1)) of \(budgetMilliseconds.text(places: 0)) ms"
  }

  /// Counts a hit.
  mutating func note(_ hit: HitLine) {
    if lastHits.count == Self.shownHits { lastHits.removeFirst() }
    lastHits.append(hit)
  }

  /// The report for `hits`; nil where none sounded.
  func report(_ hits: some Sequence<HitLine>) -> LatencyReport? {
    engine.report(hits, budgetMilliseconds: budgetMilliseconds)
  }
}
