// SPDX-License-Identifier: GPL-3.0-or-later

/// Ringing strikes, each of which is to be answered once.
struct DoublesRow {
  private static let count = 280
  private static let leastHeard = 277.0
  private static let mostExtra = 0.0
  private static let seed: UInt64 = 41

  let figures: [StrokeFigures]

  /// An equal part of the 280 strikes from each set. Ours first of the `detectors`.
  init(_ sets: [StrikeSet], detectors: [any HitDetector]) throws {
    figures = try sets.enumerated().flatMap { index, set in
      let count = (Self.count + index) / sets.count
      let signal = StrokeSeries.ringing.signal(set, count: count, seed: Self.seed &+ UInt64(index))
      return try StrokeFigures.hear(signal, of: set, in: "0.7 s", by: detectors)
    }
  }

  var result: RowResult {
    figures.result(
      "ringing strikes", situation: "apart", line: "doubles", judgements: [extra, heard])
  }

  private var own: [StrokeFigures] { figures.of(figures[0].detector) }

  private var extra: Judgement? {
    Judgement.atMost(
      Self.mostExtra, "extra hits, of \(Self.count) ringing strikes", Double(own.extra), decimals: 0
    )?.inTable(
      .doubles, worst: own.spread(isMost: true) { Double($0.extra) }?.worst,
      peer: figures.peer(decimals: 0) { Double($0.extra) })
  }

  private var heard: Judgement? {
    func sum(_ rows: [StrokeFigures]) -> Double { Double(rows.map(\.heard).reduce(0, +)) }
    return Judgement.atLeast(
      Self.leastHeard, "ringing strikes heard, of \(Self.count)", sum(own), decimals: 0
    )?.inTable(
      .doubles, worst: own.spread(decimals: 3) { Double($0.heard) / Double($0.played) }?.worst,
      peer: figures.peer(decimals: 0, sum))
  }
}
