// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// Strikes after noise that ends and over noise that goes on, by set of strikes.
struct NeverDeafRow {
  /// A set of strikes as a detector heard it; one line of JSON.
  struct Figures: Encodable {
    let strikes: String
    let detector: String
    let played: Int
    let heardAfterNoise: Int
    let falsePerMinute: Double
    let heardInNoise: Int
  }

  static let leastHeard = 86.0
  private static let seed: UInt64 = 11

  let figures: [Figures]

  init(_ sets: [StrikeSet], detectors: [any HitDetector]) throws {
    figures = try sets.flatMap { set in
      let after = NeverDeaf.afterNoise(set, seed: Self.seed)
      let inside = NeverDeaf.inNoise(set, seed: Self.seed)
      let heard = try zip(after.hits(by: detectors), inside.hits(by: detectors))
      return zip(detectors, heard).map { detector, hits in
        let score = TestSignalScore(after, heard: hits.0)
        return Figures(
          strikes: set.name, detector: detector.name, played: score.strikes,
          heardAfterNoise: score.heard, falsePerMinute: score.falsePerMinute.rounded(2),
          heardInNoise: TestSignalScore(inside, heard: hits.1).heard)
      }
    }
  }

  var result: RowResult {
    var table = TextTable([
      "strikes a second after 10 s of noise", "by", "heard", "of", "false a minute",
      "12 dB over lasting noise",
    ])
    for row in figures {
      table.append([
        row.strikes, row.detector, "\(row.heardAfterNoise)", "\(row.played)",
        row.falsePerMinute.fixed(1), "\(row.heardInNoise)",
      ])
    }
    return RowResult(
      text: table.description, lines: figures.map { ["neverDeaf": $0].jsonLine },
      judgements: [judgement].compactMap { $0 })
  }

  private var judgement: Judgement? {
    func spread(of detector: String) -> Spread? {
      Spread(
        figures.filter { $0.detector == detector }.map { ($0.strikes, Double($0.heardAfterNoise)) },
        decimals: 0)
    }
    let name = figures[0].detector
    let peers = Set(figures.map(\.detector)).filter { $0 != name }.compactMap {
      spread(of: $0)?.mean
    }
    let own = spread(of: name)
    return Judgement.atLeast(
      Self.leastHeard, "strikes heard after 10 s of noise, of \(NeverDeaf.strikeCount)", own?.mean,
      decimals: 1
    )?.inTable(.neverDeaf, worst: own?.worst, peer: peers.max().map { $0.fixed(1) })
  }
}
