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

  @Test("what the stages leave of the median is unexplained, be it too much or too little")
  func unexplained() {
    let longer = LatencyReport(method: .tap, delaysMilliseconds: [4, 7], stages: stages)
    #expect(longer.stages == stages + [LatencyReport.Stage(.unexplained, milliseconds: 2.5)])
    let shorter = LatencyReport(method: .tap, delaysMilliseconds: [2], stages: stages)
    #expect(shorter.stages == stages + [LatencyReport.Stage(.unexplained, milliseconds: -1)])
  }

  @Test("stages that leave nothing of the median stand alone")
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
