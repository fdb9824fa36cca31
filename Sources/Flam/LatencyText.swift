// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Latency

/// A latency report for people.
struct LatencyText: CustomStringConvertible {
  let report: LatencyReport

  var description: String {
    let stages = report.stages.map {
      "  \($0.name.padded(to: 22)) \($0.milliseconds.text(places: 2, width: 7)) ms"
    }
    let verdict = report.withinBudget ? "within" : "over"
    return
      (["from tap to sound, without converters (\(report.trials) hits):"] + stages + [
        "  \("median".padded(to: 22)) \(report.medianMilliseconds.text(places: 2, width: 7)) ms, "
          + "\(verdict) the budget of \(report.budgetMilliseconds.text(places: 0)) ms",
        "  \("95 of 100 within".padded(to: 22)) \(report.p95Milliseconds.text(places: 2, width: 7)) ms; "
          + "slowest \(report.maxMilliseconds.text(places: 2)) ms; "
          + "jitter \(report.jitterMilliseconds.text(places: 3)) ms",
      ]).joined(separator: "\n")
  }
}
