// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// How steadily drums start after the true attack, by set of strikes.
struct SteadyRow {
  /// A set of strikes; one line of JSON.
  struct Figures: Encodable {
    let strikes: String
    let played: Int
    let answered: Int
    let medianMilliseconds: Double?
    let deviationMilliseconds: Double?
    let p5Milliseconds: Double?
    let p95Milliseconds: Double?

    init(_ trial: SteadyTrial) {
      let strays = trial.strayMilliseconds
      strikes = trial.name
      played = trial.strikes
      answered = strays.count
      medianMilliseconds = strays.median?.rounded(3)
      deviationMilliseconds = strays.deviation?.rounded(3)
      p5Milliseconds = strays.quantile(0.05)?.rounded(3)
      p95Milliseconds = strays.quantile(0.95)?.rounded(3)
    }
  }

  static let mostDeviation = 1.0
  static let leastP5 = -1.5
  /// The sets that the targets are for: those whose name says fingers, claps and knuckles.
  private static let judged = ["tap", "clap", "knock"]

  let trials: [SteadyTrial]
  let figures: [Figures]

  init(_ sets: [StrikeSet]) {
    trials = sets.map { SteadyTrial($0) }
    figures = trials.map(Figures.init)
  }

  var result: RowResult {
    var table = TextTable([
      "drum's start after the attack less the declared delay, ms", "strikes", "answered", "median",
      "sd", "p5", "p95",
    ])
    for row in figures {
      table.append([
        row.strikes, "\(row.played)", "\(row.answered)", row.medianMilliseconds.fixed(2),
        row.deviationMilliseconds.fixed(2), row.p5Milliseconds.fixed(2),
        row.p95Milliseconds.fixed(2),
      ])
    }
    return RowResult(
      text: table.description, lines: figures.map { ["steady": $0].jsonLine },
      judgements: judgements)
  }

  private var judgements: [Judgement] {
    let named = figures.filter { row in Self.judged.contains { row.strikes.contains($0) } }
    let rows = named.isEmpty ? figures : named
    let deviation = Spread(
      rows.compactMap { row in row.deviationMilliseconds.map { (row.strikes, $0) } }, isMost: true,
      decimals: 2)
    let early = Spread(
      rows.compactMap { row in row.p5Milliseconds.map { (row.strikes, $0) } }, decimals: 2)
    return [
      Judgement.atMost(
        Self.mostDeviation, "start against attack, taps, claps, knocks: sd ms", deviation?.mean
      )?.inTable(.steady, worst: deviation?.worst),
      Judgement.atLeast(
        Self.leastP5, "start against attack, taps, claps, knocks: p5 ms", early?.mean, decimals: 2
      )?.inTable(.steady, worst: early?.worst),
    ].compactMap { $0 }
  }
}
