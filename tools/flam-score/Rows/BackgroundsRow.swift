// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// Strikes before, during and after each disturbance.
struct BackgroundsRow {
  /// A stretch of a trial as a detector heard it.
  struct Part: Encodable {
    let strikes: Int
    let heard: Int
    let falsePerMinute: Double

    init(_ part: DisturbanceTrial.Part) {
      strikes = part.strikes
      heard = part.heard
      falsePerMinute = part.falsePerMinute.rounded(2)
    }
  }

  /// A disturbance as a detector heard it; one line of JSON.
  struct Figures: Encodable {
    let background: String
    let detector: String
    let before: Part
    let during: Part
    let after: Part
    let recoverySeconds: Double?
  }

  /// Hearing is back so long after any noise that ends.
  static let mostRecoverySeconds = 2.0
  private static let seed: UInt64 = 21

  let trials: [[DisturbanceTrial]]
  let names: [String]

  /// Ours first of the `detectors`.
  init(_ strikes: StrikeSet, detectors: [any HitDetector]) throws {
    names = detectors.map(\.name)
    trials = try Disturbance.allCases.map { disturbance in
      let stage = DisturbanceTrial.stage(disturbance, strikes: strikes, seed: Self.seed)
      return try stage.hits(by: detectors).map {
        DisturbanceTrial(disturbance, stage, heard: $0)
      }
    }
  }

  var figures: [Figures] {
    trials.flatMap { zip($0, names) }.map { trial, name in
      Figures(
        background: trial.disturbance.name, detector: name, before: Part(trial.before),
        during: Part(trial.during), after: Part(trial.after),
        recoverySeconds: trial.recoverySeconds?.rounded(2))
    }
  }

  var result: RowResult {
    var table = TextTable([
      "strikes around (synthetic)", "by", "heard before", "during", "after",
      "false a minute before", "during", "after", "s until heard again",
    ])
    for (trial, name) in trials.flatMap({ zip($0, names) }) {
      let parts = [trial.before, trial.during, trial.after]
      table.append(
        [trial.disturbance.name, name] + parts.map { "\($0.heard)/\($0.strikes)" }
          + parts.map { $0.falsePerMinute.fixed(1) }
          + [trial.recoverySeconds?.fixed(1) ?? "never"])
    }
    return RowResult(
      text: table.description, lines: figures.map { ["backgrounds": $0].jsonLine },
      judgements: judgements)
  }

  /// A detector that never hears again counts the whole stretch after.
  private static func recovery(_ trial: DisturbanceTrial) -> Double {
    trial.recoverySeconds ?? DisturbanceTrial.quietSeconds
  }

  private var judgements: [Judgement] {
    let own = trials.map { $0[0] }
    let slowest = own.max { Self.recovery($0) < Self.recovery($1) }
    let peers = trials.flatMap { $0.dropFirst().map(Self.recovery) }
    let lost = Spread(
      own.compactMap { trial in trial.after.heardShare.map { (trial.disturbance.name, $0) } })
    let peer = trials.flatMap { $0.dropFirst().compactMap(\.after.heardShare) }
    return [
      Judgement.atMost(
        Self.mostRecoverySeconds, "s until heard again, the worst of all backgrounds",
        slowest.map(Self.recovery), decimals: 1
      )?.inTable(
        .backgrounds, worst: slowest?.disturbance.name,
        peer: peers.max().map { $0.fixed(1) }),
      Judgement.atLeast(0.97, "heard after changing backgrounds", lost?.mean)?
        .inTable(.backgrounds, worst: lost?.worst, peer: peer.mean.map { $0.fixed(3) }),
    ].compactMap { $0 }
  }
}
