// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import AudioIO
import Latency

/// What of the delay's budget is used while playing: expected before the first tap, counted from the hits after.
struct PlayBudget {
  /// What is shown follows the last hits.
  private static let shownHits = 20

  private let expected: ExpectedDelay
  private let engine: EngineLatency
  private let periodCount: Int
  private let budgetMilliseconds: Double
  private var lastHits: [HitLine] = []

  /// - Parameter periodCount: How many periods the buffers would hold, where there is no output device.
  init(_ live: LivePerformance, periodCount: Int, budgetMilliseconds: Double) {
    let (loop, performance) = (live.loop, live.performance)
    let device = MeasuredSetup(loop).flatMap(MeasurementStore().device(of:))
    let buffers = BufferDelay(loop, periodCount: periodCount)
    expected = ExpectedDelay(
      kit: performance.kit, buffers: buffers, certainty: performance.settings.certainty,
      device: device)
    engine = EngineLatency(
      kit: performance.kit, buffers: buffers, deviceMilliseconds: device?.deviceMilliseconds)
    self.periodCount = periodCount
    self.budgetMilliseconds = budgetMilliseconds
  }

  /// The same after the devices were set otherwise.
  func renewed(for live: LivePerformance) -> PlayBudget {
    PlayBudget(live, periodCount: periodCount, budgetMilliseconds: budgetMilliseconds)
  }

  /// What is to be expected.
  var description: String {
    BudgetText(expected: expected, budgetMilliseconds: budgetMilliseconds).description
  }

  /// The delay of the last hits and the budget: "5.0 of 23 ms, device of 2026-11-21"; or that it cannot be told.
  var use: String {
    let report = engine.report(lastHits)
    if let report, report.doubt != nil { return "cannot tell: drums begin before their taps" }
    let current = report?.medianMilliseconds ?? expected.milliseconds
    let device = expected.device.map { ", device of \($0.day)" } ?? ""
    return "\(current.text(places: 1)) of \(budgetMilliseconds.text(places: 0)) ms\(device)"
  }

  /// Counts a hit.
  mutating func note(_ hit: HitLine) {
    if lastHits.count == Self.shownHits { lastHits.removeFirst() }
    lastHits.append(hit)
  }

  /// What came of `hits`; nil where none sounded.
  func summary(_ hits: some Sequence<HitLine>) -> LatencyText? {
    engine.report(hits, budgetMilliseconds: budgetMilliseconds).map {
      LatencyText(report: $0, isFromHeardOnsets: true, device: expected.device)
    }
  }
}
