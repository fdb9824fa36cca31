// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// How steadily drums start after the true attack, by set of strikes.
struct SteadyRow {
  /// A set of strikes; one line of JSON.
  struct Figures: Encodable {
    let strikes: String
    let detector: String
    let played: Int
    let answered: Int
    let medianMilliseconds: Double?
    let deviationMilliseconds: Double?
    let p5Milliseconds: Double?
    let p95Milliseconds: Double?
    /// Share within ±1.5 ms.
    let nearShare: Double?
    /// Drums that sounded and were taken back, of 100 strikes.
    let takenBackShare: Double

    init(_ trial: SteadyTrial, by detector: String) {
      let strays = trial.strayMilliseconds
      strikes = trial.name
      self.detector = detector
      played = trial.strikes
      answered = strays.count
      medianMilliseconds = strays.median?.rounded(3)
      deviationMilliseconds = strays.deviation?.rounded(3)
      p5Milliseconds = strays.quantile(0.05)?.rounded(3)
      p95Milliseconds = strays.quantile(0.95)?.rounded(3)
      let near = strays.count { abs($0) <= SteadyRow.nearMilliseconds }
      takenBackShare = (1000 * Double(trial.takenBack) / Double(trial.strikes)).rounded() / 10
      nearShare = strays.isEmpty ? nil : (Double(near) / Double(strays.count)).rounded(4)
    }
  }

  static let mostDeviation = 1.0
  /// Of the drums, so near to their place.
  static let leastNear = 0.95
  private static let nearMilliseconds = 1.5
  /// Drums that sounded and were taken back, of 100 strikes.
  static let mostTakenBack = 10.0

  private static let own = "flam"

  /// Ours.
  let trials: [SteadyTrial]
  let figures: [Figures]

  /// The peers start no drums: how their onsets scatter is compared.
  init(_ sets: [StrikeSet], peers: [any HitDetector] = []) throws {
    trials = sets.map { SteadyTrial($0) }
    figures =
      try trials.map { Figures($0, by: Self.own) }
      + peers.flatMap { peer in
        try sets.map { Figures(try SteadyTrial($0, by: peer), by: peer.name) }
      }
  }

  var result: RowResult {
    var table = TextTable([
      "drum's start after the attack less the declared delay, ms", "by", "strikes", "answered",
      "median",
      "sd", "p5", "p95", "within ±1.5", "taken back of 100",
    ])
    for row in figures {
      table.append([
        row.strikes, row.detector, "\(row.played)", "\(row.answered)",
        row.medianMilliseconds.fixed(2),
        row.deviationMilliseconds.fixed(2), row.p5Milliseconds.fixed(2),
        row.p95Milliseconds.fixed(2), row.nearShare.fixed(3),
        row.detector == Self.own ? row.takenBackShare.fixed(1) : "",
      ])
    }
    return RowResult(
      text: table.description, lines: figures.map { ["steady": $0].jsonLine },
      judgements: judgements)
  }

  private var judgements: [Judgement] {
    let groups = SoundGroup.steady.sorted(figures) { $0.strikes }
    return groups.isEmpty
      ? judgements("all strikes", figures)
      : groups.flatMap { judgements($0.group.name, $0.figures) }
  }

  private func judgements(_ name: String, _ all: [Figures]) -> [Judgement] {
    let rows = all.filter { $0.detector == Self.own }
    let peers = all.map(\.detector).unique.filter { $0 != Self.own }.map { peer in
      all.filter { $0.detector == peer }.compactMap(\.deviationMilliseconds).mean.fixed(2)
    }
    let deviation = Spread(
      rows.compactMap { row in row.deviationMilliseconds.map { (row.strikes, $0) } }, isMost: true,
      decimals: 2)
    let near = Spread(rows.compactMap { row in row.nearShare.map { (row.strikes, $0) } })
    let takenBack = Spread(
      rows.map { ($0.strikes, $0.takenBackShare) }, isMost: true, decimals: 1)
    return [
      Judgement.atMost(
        Self.mostDeviation, "start against attack, \(name): sd ms", deviation?.mean
      )?.inTable(
        .steady, worst: deviation?.worst, peer: peers.isEmpty ? nil : peers.joined(separator: ", ")),
      Judgement.atLeast(
        Self.leastNear, "start against attack, \(name): within ±1.5 ms", near?.mean
      )?.inTable(.steady, worst: near?.worst),
      Judgement.atMost(
        Self.mostTakenBack, "drums taken back, \(name), of 100 strikes", takenBack?.mean,
        decimals: 1
      )?.inTable(.steady, worst: takenBack?.worst),
    ].compactMap { $0 }
  }
}
