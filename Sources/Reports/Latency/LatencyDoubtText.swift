// SPDX-License-Identifier: GPL-3.0-or-later
import Latency

/// Why a delay is not known, and the remedy.
package struct LatencyDoubtText: CustomStringConvertible {
  package let doubt: LatencyReport.Doubt

  package init(doubt: LatencyReport.Doubt) { self.doubt = doubt }

  /// One word for scripts.
  package var reason: String {
    switch doubt {
    case .soundBeforeTap: "soundBeforeTap"
    case .negative: "negativeItem"
    case .unexplained: "unexplained"
    }
  }

  package var description: String {
    switch doubt {
    case .soundBeforeTap(let milliseconds):
      "most drums begin before their taps, \(milliseconds.text(places: 1)) ms in the median: "
        + "a finger touches before it strikes, or what was measured are no taps; strike without resting first"
    case .negative(let item, let milliseconds):
      "the item '\(item.rawValue)' would take \(milliseconds.text(places: 2)) ms, less than no time; "
        + "measure the devices again with 'flam latency loop'"
    case .unexplained(let milliseconds) where milliseconds < 0:
      "the delay is \((-milliseconds).text(places: 2)) ms shorter than its known items; "
        + "measure the devices again with 'flam latency loop', and give nothing else to hear"
    case .unexplained(let milliseconds):
      "\(milliseconds.text(places: 2)) ms of the delay are not explained by its known items; "
        + "measure the devices again with 'flam latency loop', or move the microphone nearer"
    }
  }
}
