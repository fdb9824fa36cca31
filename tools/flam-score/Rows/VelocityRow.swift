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
  static let leastHeard = 23.0
  private static let clean = "nothing"
  private static let seed: UInt64 = 91

  let figures: [Figures]

  init(_ sets: [StrikeSet], detector: any HitDetector) throws {
    figures = try sets.flatMap { set in
      let clean = StrokeSeries.dynamics.signal(
        set, count: VelocityTrial.strikeCount, seed: Self.seed)
      let reference = try Self.score(clean, by: detector)
      func figures(_ change: String, _ score: TestSignalScore) -> Figures {
        let changes = VelocityTrial.changes(from: reference.velocities, to: score.velocities)
        return Figures(
          strikes: set.name, change: change, played: score.strikes, heard: score.heard,
          largest: (changes.max() ?? 0).rounded(4), median: (changes.median ?? 0).rounded(4))
      }
      return try [figures(Self.clean, reference)]
        + VelocityTrial.Change.allCases.map { change in
          let signal = change.heard(of: clean, seed: Self.seed)
          return figures(change.name, try Self.score(signal, by: detector))
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
      judgements: ([compared] + VelocityTrial.Change.allCases.map(judgement)).compactMap { $0 })
  }

  /// Strikes that are not heard in the clean signal cannot be compared.
  private var compared: Judgement? {
    let heard = Spread(
      figures.filter { $0.change == Self.clean }.map { ($0.strikes, Double($0.heard)) }, decimals: 0
    )
    return Judgement.atLeast(
      Self.leastHeard, "velocity, strikes compared, of \(VelocityTrial.strikeCount)", heard?.mean,
      decimals: 1
    )?.inTable(.velocity, worst: heard?.worst)
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
