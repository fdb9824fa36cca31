// SPDX-License-Identifier: GPL-3.0-or-later
import Latency

/// Why a recording of taps shows no delay, and the remedy.
package struct TapDoubtText {
  private let doubt: TapResult.Doubt?

  /// The doubt about a delay; nil if no drum was heard.
  package init(_ doubt: TapResult.Doubt?) { self.doubt = doubt }

  /// One word for scripts.
  package var reason: String {
    switch doubt {
    case nil: "noDrum"
    case .tooFewAgree: "tooFewAgree"
    case .twoDelays: "twoDelays"
    case .firstDrumUnclear: "firstDrumUnclear"
    case .echo: "echo"
    case .halvesDisagree: "halvesDisagree"
    case .doesNotFollow: "doesNotFollow"
    }
  }

  /// The reason and the advice for the recording at `path`.
  package func text(of path: String, _ details: TapDetails) -> String {
    switch doubt {
    case nil:
      "no drum answers the taps in '\(path)'; "
        + (details.advice ?? "record taps with pauses, near enough to be loud")
    case .tooFewAgree(let count, let taps):
      "no more than \(count) of \(taps) taps in '\(path)' are answered after the same time, which chance does too; "
        + "record twenty taps with pauses, the loudspeaker louder, and say with --kit what plays"
    case .twoDelays(let one, let other):
      "the taps in '\(path)' are answered as often after \(one.text(places: 1)) ms as after "
        + "\(other.text(places: 1)) ms; record taps that one drum answers, and say with --kit what plays"
    case .firstDrumUnclear:
      "the drums in '\(path)' follow their taps after different times; "
        + "some may have replaced a first drum: record taps that were played with '--certainty surest'"
    case .echo:
      "what answers the taps in '\(path)' sounds like them: an echo of the room, or the microphone played back; "
        + "record nearer to the loudspeaker, and say with --kit what plays"
    case .halvesDisagree(let one, let other):
      "every second tap in '\(path)' gives \(one.text(places: 1)) ms, the others \(other.text(places: 1)) ms; "
        + "record more taps, with pauses"
    case .doesNotFollow:
      "what answers the taps in '\(path)' does not follow the drums that were played: it is another's sound; "
        + "silence that, or turn the loudspeaker up"
    }
  }
}
