// SPDX-License-Identifier: GPL-3.0-or-later

/// Ends, cuts, pauses and devices that return: none of them is a stroke.
struct BreaksRow {
  static let mostExtra = 0.0
  static let leastHeard = 0.97
  private static let seed: UInt64 = 81

  let figures: [StrokeFigures]

  /// Ours first of the `detectors`.
  init(_ sets: [StrikeSet], detectors: [any HitDetector]) throws {
    figures = try sets.flatMap { set in
      try SoundBreak.allCases.flatMap { kind in
        try SoundBreak.Room.allCases.flatMap { room in
          try Self.figures(
            kind.signals(set, in: room, seed: Self.seed), of: set,
            in: "\(kind.name), \(room.rawValue)", by: detectors)
        }
      }
    }
  }

  /// The sum over several signals.
  private static func figures(
    _ signals: [TestSignal], of set: StrikeSet, in situation: String,
    by detectors: [any HitDetector]
  ) throws -> [StrokeFigures] {
    let heard = try signals.flatMap {
      try StrokeFigures.hear(
        $0, of: set, in: situation, by: detectors, within: TestSignalScore.tolerance)
    }
    return detectors.map { detector in
      let own = heard.of(detector.name)
      return StrokeFigures(
        strikes: set.name, situation: situation, detector: detector.name,
        played: own.map(\.played).reduce(0, +), heard: own.map(\.heard).reduce(0, +),
        extra: own.extra, seconds: own.map(\.seconds).reduce(0, +))
    }
  }

  var result: RowResult {
    let own = figures.of(figures[0].detector)
    let struck = figures.filter { $0.played > 0 }
    func share(_ row: StrokeFigures) -> Double { Double(row.heard) / Double(row.played) }
    return figures.result(
      "breaks in the sound", situation: "break", line: "breaks",
      judgements: [
        Judgement.atMost(
          Self.mostExtra, "hits at \(SoundBreak.count * own.count) ends, cuts, pauses, returns",
          Double(own.extra), decimals: 0
        )?.inTable(
          .breaks, worst: own.spread(isMost: true) { Double($0.extra) }?.worst,
          peer: figures.peer(decimals: 0) { Double($0.extra) }),
        Judgement.atLeast(
          Self.leastHeard, "strikes heard before ends, cuts, pauses",
          struck.of(own[0].detector).map(share).mean
        )?.inTable(
          .breaks, worst: struck.of(own[0].detector).spread(decimals: 3, share)?.worst,
          peer: struck.peer(decimals: 3) { $0.map(share).mean }),
      ])
  }
}
