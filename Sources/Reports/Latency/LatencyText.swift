// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Latency

/// A latency report for people.
package struct LatencyText: CustomStringConvertible {
  let report: LatencyReport
  /// The delays count from the heard beginnings of taps; only these are known.
  var isFromHeardOnsets = false
  /// The measurement of the devices' own part; nil if there is none.
  var device: StoredMeasurement?

  package init(
    report: LatencyReport, isFromHeardOnsets: Bool = false, device: StoredMeasurement? = nil
  ) {
    (self.report, self.isFromHeardOnsets, self.device) = (report, isFromHeardOnsets, device)
  }

  package var description: String {
    if let doubt = report.doubt {
      return "\(heading): cannot tell: \(LatencyDoubtText(doubt: doubt))"
    }
    let stages = report.stages.map { stage in
      let day = stage.name == .deviceOwn ? device.map { ", measured on \($0.day)" } : nil
      return line(stage.name.rawValue, stage.milliseconds) + (day ?? "")
    }
    let verdict = report.withinBudget ? "within" : "over"
    return
      (["\(heading) (\(report.trials) \(trials)):"] + stages
      + [
        line("median", report.medianMilliseconds)
          + ", \(verdict) the budget of \(report.budgetMilliseconds.text(places: 0)) ms",
        line("95 of 100 within", report.p95Milliseconds)
          + "; slowest \(report.maxMilliseconds.text(places: 2)) ms; "
          + "jitter \(report.jitterMilliseconds.text(places: 3)) ms",
        early,
        HistogramText(histogram: TrialHistogram(report.delaysMilliseconds)).description,
      ].compactMap { $0 }).joined(separator: "\n")
  }

  /// Why some delays are below zero; nil if none is.
  private var early: String? {
    guard report.earlyTrials > 0 else { return nil }
    return "  \(report.earlyTrials) of \(report.trials) came before the tap: "
      + "a finger that touched before it struck started them"
  }

  private func line(_ name: String, _ milliseconds: Double) -> String {
    "  \(name.padded(to: 22)) \(milliseconds.text(places: 2, width: 7)) ms"
  }

  private var heading: String {
    switch report.method {
    case .engine, .stress:
      (isFromHeardOnsets
        ? "from where taps were heard to begin to their sound" : "from tap to sound")
        + (report.stages.contains { $0.name == .deviceOwn } ? "" : ", without converters")
    case .loop: "from the output to the input"
    case .air: "from the loudspeaker to the microphone"
    case .tap: "from tap to sound, as the microphone hears it"
    }
  }

  private var trials: String {
    switch report.method {
    case .engine, .tap, .stress: "hits"
    case .loop, .air: "trials"
    }
  }
}

/// A histogram of the trials in bars of letters.
struct HistogramText: CustomStringConvertible {
  private static let widest = 40

  let histogram: TrialHistogram

  var description: String {
    let most = max(1, histogram.counts.max() ?? 1)
    let places = histogram.widthMilliseconds < 0.1 ? 2 : histogram.widthMilliseconds < 1 ? 1 : 0
    return histogram.counts.enumerated().map { index, count in
      let start = histogram.startMilliseconds + Double(index) * histogram.widthMilliseconds
      let bar = String(repeating: "█", count: (Self.widest * count + most - 1) / most)
      return "  \(start.text(places: places, width: 7)) ms \(bar) \(count)"
    }.joined(separator: "\n")
  }
}
