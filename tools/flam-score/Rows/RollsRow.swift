// SPDX-License-Identifier: GPL-3.0-or-later

/// Rolls on boxes and drums, by their speed.
struct RollsRow {
  private static let strokesPerSecond = [12, 14, 16, 18, 20]
  static let leastHeard = 0.98
  static let mostExtraPercent = 1.0
  private static let seed: UInt64 = 51

  let figures: [StrokeFigures]

  /// Ours first of the `detectors`.
  init(_ sets: [StrikeSet], detectors: [any HitDetector]) throws {
    figures = try sets.flatMap { set in
      try Self.strokesPerSecond.flatMap { speed in
        let signal = RollSignal.make(
          set, strokesPerSecond: Double(speed), seed: Self.seed &+ UInt64(speed))
        return try StrokeFigures.hear(signal, of: set, in: "\(speed) a second", by: detectors)
      }
    }
  }

  var result: RowResult {
    func share(_ row: StrokeFigures) -> Double { Double(row.heard) / Double(row.played) }
    func extra(_ row: StrokeFigures) -> Double { 100 * Double(row.extra) / Double(row.played) }
    let own = figures.of(figures[0].detector)
    let judged = figures.judged(.drums)
    return figures.result(
      "rolls", situation: "strokes", line: "rolls",
      judgements: [
        Judgement.atLeast(
          Self.leastHeard, "rolls of 12 to 20 a second: heard",
          own.judged(.drums).map(share).mean
        )?.inTable(
          .rolls, worst: own.spread(decimals: 3, share)?.worst,
          peer: judged.peer(decimals: 3) { $0.map(share).mean }),
        Judgement.atMost(
          Self.mostExtraPercent, "rolls of 12 to 20 a second: extra, %",
          own.judged(.drums).map(extra).mean, decimals: 1
        )?.inTable(
          .rolls, worst: own.spread(isMost: true, decimals: 1, extra)?.worst,
          peer: judged.peer(decimals: 1) { $0.map(extra).mean }),
      ])
  }
}
