// SPDX-License-Identifier: GPL-3.0-or-later
import Latency
import Testing

@Suite struct LatencyReportTests {
  private let stages = [
    LatencyReport.Stage(name: "capture period", milliseconds: 1),
    LatencyReport.Stage(name: "playback buffer", milliseconds: 2),
  ]

  @Test("median, percentile, maximum and deviation are those of the formula")
  func statistics() {
    let report = LatencyReport(
      method: "engine", delaysMilliseconds: [4, 6, 5, 9, 6], stages: stages, remainder: "margin")
    #expect(report.trials == 5)
    #expect(report.medianMilliseconds == 6)
    #expect(abs(report.p95Milliseconds - 8.4) < 1e-12)  // four fifths of the way from 6 to 9
    #expect(report.maxMilliseconds == 9)
    #expect(abs(report.jitterMilliseconds - 2.8.squareRoot()) < 1e-12)
  }

  @Test("the stages sum to the median")
  func sum() {
    let report = LatencyReport(
      method: "engine", delaysMilliseconds: [4, 7], stages: stages, remainder: "margin")
    #expect(report.stages.last == LatencyReport.Stage(name: "margin", milliseconds: 2.5))
    #expect(report.stages.reduce(0) { $0 + $1.milliseconds } == report.medianMilliseconds)
  }

  @Test("the budget is kept by a median up to it", arguments: [(6.0, true), (5.9, false)])
  func budget(milliseconds: Double, isKept: Bool) {
    let report = LatencyReport(
      method: "engine", delaysMilliseconds: [6], stages: stages, remainder: "margin",
      budgetMilliseconds: milliseconds)
    #expect(report.withinBudget == isKept)
  }
}
