// SPDX-License-Identifier: GPL-3.0-or-later
import Latency

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
