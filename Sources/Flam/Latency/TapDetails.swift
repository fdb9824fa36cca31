// SPDX-License-Identifier: GPL-3.0-or-later
import Latency

/// The taps that were not measured: how many, why, and what to do.
struct TapDetails: LatencyOutcome.Details {
  /// How many taps were refused, by reason.
  let refused: [String: Int]

  init(refusals: [TapResult.Refusal]) {
    refused = Dictionary(grouping: refusals, by: \.rawValue).mapValues(\.count)
  }

  var description: String {
    let count = refused.values.reduce(0, +)
    guard count > 0 else { return "every tap was measured" }
    return "left out: \(count) \(count == 1 ? "tap" : "taps"); \(advice ?? "")"
  }

  /// What was wrong with the refused taps, and what to do; nil where there is none.
  var advice: String? {
    let reasons = TapResult.Refusal.allCases.compactMap { refusal in
      refused[refusal.rawValue].map { "\($0) \(Self.text(refusal))" }
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  private static func text(_ refusal: TapResult.Refusal) -> String {
    switch refusal {
    case .noDrum: "with no drum after it: turn the loudspeaker up"
    case .drumTooQuiet: "whose drum drowns in the ring of the tap: turn the loudspeaker up"
    case .clipped: "too loud for the microphone: turn its gain down"
    case .cutOff: "too near the recording's beginning or end"
    }
  }
}
