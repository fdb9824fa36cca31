// SPDX-License-Identifier: GPL-3.0-or-later

/// Grace notes and their strokes, both heard, by the gap between them.
struct FlamsRow {
  /// Gaps in milliseconds; the first and the last have no target.
  private static let gaps = [12, 15, 20, 25, 30, 40]
  private static let judged = 15...30
  static let leastHeard = 36.0
  private static let seed: UInt64 = 31

  /// Played are flams, and heard are those of which both strikes were.
  let figures: [StrokeFigures]

  /// Ours first of the `detectors`.
  init(_ sets: [StrikeSet], detectors: [any HitDetector]) throws {
    figures = try sets.flatMap { set in
      try Self.gaps.flatMap { gap in
        let signal = FlamSignal.make(
          set, gapSeconds: Double(gap) / 1000, seed: Self.seed &+ UInt64(gap))
        return try zip(detectors, signal.hits(by: detectors)).map { detector, hits in
          let score = TestSignalScore(signal, heard: hits, within: FlamSignal.tolerance)
          return StrokeFigures(
            strikes: set.name, situation: Self.name(gap), detector: detector.name,
            played: FlamSignal.pairCount, heard: FlamSignal.bothHeard(score),
            extra: score.falseSeconds.count, seconds: score.seconds)
        }
      }
    }
  }

  private static func name(_ gap: Int) -> String { "\(gap) ms" }

  var result: RowResult {
    figures.result(
      "flams, both strikes heard", situation: "gap", line: "flams",
      judgements: Self.gaps.filter(Self.judged.contains).map(judgement))
  }

  private func judgement(_ gap: Int) -> Judgement? {
    let name = Self.name(gap)
    let own = figures.of(figures[0].detector, in: name)
    return Judgement.atLeast(
      Self.leastHeard, "flams of \(name), both heard, of \(FlamSignal.pairCount)",
      own.judged(.taps).meanHeard, decimals: 1
    )?.inTable(
      .flams, worst: own.spread { Double($0.heard) }?.worst,
      peer: figures.judged(.taps).peer(in: name, decimals: 1) { $0.meanHeard })
  }
}
