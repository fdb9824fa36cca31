// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// Profiles of one voice used by another: each task's profile hears the hits of every other.
struct SpeakersRow {
  /// One voice's hits heard with another's profile; one line of JSON.
  struct Figures: Encodable {
    let profile: String
    let player: String
    let hits: Int
    let found: Double
    let answered: Double
    /// Known in the end; nil if the two name their sounds differently.
    let final: Double?
  }

  static let leastFound = 0.85

  let figures: [Figures]

  init(_ tasks: [TaughtTask]) throws {
    let voices = tasks.filter { $0.task.kind == .voice }
    var figures: [Figures] = []
    for owner in voices {
      let profile = try owner.profile()
      for player in voices where player !== owner {
        let trials = ClassTrials(
          ClassBenchmark.playing(player.task.test).prefix(player.task.test.count).map { $0 },
          over: player.background, profile: profile)
        let isNamedAlike = Set(player.task.labels).isSubset(of: owner.task.labels)
        figures.append(
          Figures(
            profile: owner.task.name, player: player.task.name, hits: trials.trials.count,
            found: trials.found.rounded(4), answered: trials.answered.rounded(4),
            final: isNamedAlike ? trials.accuracy(by: .infinity).rounded(4) : nil))
      }
    }
    self.figures = figures
  }

  var result: RowResult {
    var table = TextTable([
      "another speaker's profile", "pairs", "found", "answered by a drum", "known in the end",
      "worst found", "by",
    ])
    let owners = figures.map(\.profile).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    for owner in owners {
      let rows = figures.filter { $0.profile == owner }
      let worst = rows.min { $0.found < $1.found }
      table.append([
        owner, "\(rows.count)", rows.map(\.found).mean.fixed(3),
        rows.map(\.answered).mean.fixed(3), rows.compactMap(\.final).mean.fixed(3),
        worst?.found.fixed(3) ?? "", worst?.player ?? "",
      ])
    }
    let found = Spread(figures.map { ("\($0.profile) by \($0.player)", $0.found) })
    let judgement = Judgement.atLeast(
      Self.leastFound, "own hits heard: another speaker", found?.mean
    )?.inTable(.speakers, worst: found?.worst)
    return RowResult(
      text: table.description, lines: figures.map { ["speakers": $0].jsonLine },
      judgements: [judgement].compactMap { $0 })
  }
}
