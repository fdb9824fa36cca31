// SPDX-License-Identifier: GPL-3.0-or-later

/// What an offset, rumble, hum and polarity do to the velocity of the same strikes.
struct VelocityRow {
  /// A set of strikes with one change; one line of JSON.
  struct Figures: Encodable {
    let strikes: String
    let change: String
    let played: Int
    let heard: Int
    /// The largest change of velocity, 0...1; a strike that is not heard loses all of its velocity.
    let largest: Double
    let median: Double
  }

  static let mostChange = 0.02
  private static let seed: UInt64 = 91

  let figures: [Figures]

  init(_ sets: [StrikeSet], detector: any HitDetector) throws {
    figures = try sets.flatMap { set in
      let clean = StrokeSeries.dynamics.signal(
        set, count: VelocityTrial.strikeCount, seed: Self.seed)
      let velocities = try Self.score(clean, by: detector).velocities
      return try VelocityTrial.Change.allCases.map { change in
        let score = try Self.score(change.heard(of: clean, seed: Self.seed), by: detector)
        let changes = VelocityTrial.changes(from: velocities, to: score.velocities)
        return Figures(
          strikes: set.name, change: change.name, played: score.strikes, heard: score.heard,
          largest: (changes.max() ?? 0).rounded(4), median: (changes.median ?? 0).rounded(4))
      }
    }
  }

  private static func score(
    _ signal: TestSignal, by detector: any HitDetector
  ) throws -> TestSignalScore {
    let hits = try signal.hits(by: [detector])
    return TestSignalScore(signal, heard: hits[0], within: .narrow)
  }

  var result: RowResult {
    var table = TextTable([
      "velocity of the same strikes", "changed by", "heard", "of", "largest change", "median",
    ])
    for row in figures {
      table.append([
        row.strikes, row.change, "\(row.heard)", "\(row.played)", row.largest.fixed(3),
        row.median.fixed(3),
      ])
    }
    return RowResult(
      text: table.description, lines: figures.map { ["velocity": $0].jsonLine },
      judgements: VelocityTrial.Change.allCases.compactMap(judgement))
  }

  private func judgement(_ change: VelocityTrial.Change) -> Judgement? {
    let rows = figures.filter { $0.change == change.name }
    let spread = Spread(rows.map { ($0.strikes, $0.largest) }, isMost: true)
    return Judgement.atMost(
      Self.mostChange, "velocity, \(change.name): largest change", rows.map(\.largest).max(),
      decimals: 3
    )?.inTable(.velocity, worst: spread?.worst)
  }
}
