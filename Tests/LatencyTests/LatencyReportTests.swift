// SPDX-License-Identifier: GPL-3.0-or-later
import Latency
import Testing

@Suite struct LatencyReportTests {
  private let stages = [
    LatencyReport.Stage(.capturePeriod, milliseconds: 1),
    LatencyReport.Stage(.playbackBuffer, milliseconds: 2),
  ]

  @Test("median, percentile, maximum and deviation are those of the formula")
  func statistics() {
    let report = LatencyReport(
      method: .engine, delaysMilliseconds: [4, 6, 5, 9, 6], stages: stages)
    #expect(report.trials == 5 && report.delaysMilliseconds == [4, 6, 5, 9, 6])
    #expect(report.medianMilliseconds == 6)
    #expect(abs(report.p95Milliseconds - 8.4) < 1e-12)  // four fifths of the way from 6 to 9
    #expect(report.maxMilliseconds == 9)
    #expect(abs(report.jitterMilliseconds - 2.8.squareRoot()) < 1e-12)
  }

  @Test(
    "the unexplained rest of the median is named: an error up to 0.5 ms, in doubt from 5 ms on",
    arguments: [
      (3.4, LatencyReport.Item.measurementError, false), (2.6, .measurementError, false),
      (5.5, .unexplained, false), (8.5, .unexplained, true), (2, .unexplained, true),
    ])
  func unexplained(median: Double, item: LatencyReport.Item, isInDoubt: Bool) throws {
    let report = LatencyReport(method: .tap, delaysMilliseconds: [median], stages: stages)
    let rest = try #require(report.stages.last)
    #expect(rest.name == item && abs(rest.milliseconds - (median - 3)) < 1e-9)
    #expect(
      report.doubt == (isInDoubt ? .unexplained(milliseconds: rest.milliseconds) : nil))
  }

  @Test("a sound before its tap is counted; most sounds before their taps are no delay")
  func early() {
    let some = LatencyReport(method: .tap, delaysMilliseconds: [-1, 2, 3], stages: [])
    #expect(some.earlyTrials == 1 && some.doubt == nil)
    #expect(some.stages == [LatencyReport.Stage(.asRecorded, milliseconds: 2)])
    let most = LatencyReport(method: .tap, delaysMilliseconds: [-2, -1, 3], stages: [])
    #expect(most.doubt == .soundBeforeTap(milliseconds: 1))
  }

  @Test("an item below zero is in doubt")
  func negative() {
    let stage = LatencyReport.Stage(.deviceOwn, milliseconds: -1)
    let report = LatencyReport(method: .engine, delaysMilliseconds: [2], stages: stages + [stage])
    #expect(report.doubt == .negative(.deviceOwn, milliseconds: -1))
  }

  @Test("stages that sum to the median stand alone")
  func explained() {
    let report = LatencyReport(method: .engine, delaysMilliseconds: [3], stages: stages)
    #expect(report.stages == stages)
  }

  @Test("the budget is kept by a median up to it", arguments: [(6.0, true), (5.9, false)])
  func budget(milliseconds: Double, isKept: Bool) {
    let report = LatencyReport(
      method: .engine, delaysMilliseconds: [6], stages: stages, budgetMilliseconds: milliseconds)
    #expect(report.withinBudget == isKept)
  }
}
