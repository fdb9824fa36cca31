// SPDX-License-Identifier: GPL-3.0-or-later

/// The cost of hearing, compared with the peer.
struct CostReport: Encodable, CustomStringConvertible {
  /// A detector's share of a core.
  struct Row: Encodable {
    let detector: String
    /// For a minute of sound, reading the file included.
    let processorSecondsPerMinute: Double
    /// Of the time that a block lasts.
    let blockPercent: Double
    /// Our time as a part of the detector's.
    let ratio: Double
  }

  let rows: [Row]
  let judgement: Judgement?

  /// The cost over all entries of each detector.
  init(_ entries: [[OnsetBenchmark.Entry]], detectors: [String]) {
    let shares = entries.map { entries in
      let busy = entries.map(\.processorSeconds).reduce(0, +)
      return busy / Swift.max(1e-9, entries.map(\.tally.seconds).reduce(0, +))
    }
    rows = zip(shares, detectors).map { share, name in
      Row(
        detector: name, processorSecondsPerMinute: (60 * share).rounded(4),
        blockPercent: (100 * share).rounded(3),
        ratio: (shares[0] / Swift.max(1e-12, share)).rounded(3))
    }
    judgement = Judgement.atMost(
      100 * OnsetTargets.largestShare, "share of a block, %", rows.first?.blockPercent
    )?.inTable(
      .cost, of: "hearing",
      peer: rows.dropFirst().map(\.blockPercent).min().map { $0.fixed(2) })
  }

  var description: String {
    var table = TextTable([
      "cost", "processor s for a minute", "% of a block", "flam's time / this one's",
    ])
    for row in rows {
      table.append([
        row.detector, row.processorSecondsPerMinute.fixed(3), row.blockPercent.fixed(2),
        row.ratio.fixed(2),
      ])
    }
    var targets = TextTable(["flam beside its targets", "seen", "target", ""])
    judgement.map { targets.append($0.cells) }
    return "\(table)\n\n\(targets)"
  }
}
