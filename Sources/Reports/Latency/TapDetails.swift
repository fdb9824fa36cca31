// SPDX-License-Identifier: GPL-3.0-or-later
import Latency

/// The taps that were not measured: how many, why, and the remedy; and whether the drums were
/// known.
package struct TapDetails: Encodable, CustomStringConvertible {
  /// How many taps were refused, by reason.
  let refused: [String: Int]
  /// So many of the measured drums came far later than most.
  let late: Int
  /// The latest of all, in milliseconds.
  private let latestMilliseconds: Double
  /// The drums are the kit's own: each is measured to 0.1 ms. Others are known less surely.
  let areDrumsKnown: Bool

  private enum CodingKeys: String, CodingKey { case refused, late, areDrumsKnown }

  package init(_ result: TapResult) {
    refused = Dictionary(grouping: result.refusals, by: \.rawValue).mapValues(\.count)
    areDrumsKnown = result.areDrumsKnown
    late = result.lateCount
    latestMilliseconds = result.delaysMilliseconds.max() ?? 0
  }

  package var description: String {
    let count = refused.values.reduce(0, +)
    let measured =
      count == 0
      ? "every tap was measured"
      : "left out: \(count) \(count == 1 ? "tap" : "taps"); \(advice ?? "")"
    let delayed =
      late == 0
      ? ""
      : "\n\(late) \(late == 1 ? "drum" : "drums") came late, the latest after "
        + "\(latestMilliseconds.text(places: 1)) ms: the taps began softly, or Flam took long to know them"
    return areDrumsKnown
      ? measured + delayed
      : measured + delayed
        + "\nthese are not the drums of the kit: single taps may be off by some tenths of a millisecond; say with "
        + "--kit what was played"
  }

  /// Why taps were refused, and the remedy; nil if none were.
  package var advice: String? {
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
    case .tapUnclear: "without a clear beginning: tap harder, with something hard"
    case .unlikeOthers: "far from all others, so probably misheard"
    }
  }
}
