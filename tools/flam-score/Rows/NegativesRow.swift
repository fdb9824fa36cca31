// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// The hits in sound without playing: without a profile, and with the profile of each task.
struct NegativesRow {
  /// Recordings of one kind heard by one detector; one line of JSON.
  struct Figures: Encodable {
    let kind: String
    /// The task whose profile it is; nil for none.
    let profile: String?
    let detector: String
    let minutes: Double
    let toldPerMinute: Double
    let soundingPerMinute: Double
  }

  /// Most false hits a minute that sound.
  enum Target {
    static let profile = (plain: 3.0, impulsive: 8.0, worst: 3.0)
    static let general = (plain: 20.0, impulsive: 50.0)
  }

  let figures: [Figures]

  /// - Parameter peers: Heard without a profile.
  init(_ recordings: [Recording], tasks: [TaughtTask], peers: [any HitDetector]) throws {
    let kinds = [TruthFolder.negatives, TruthFolder.impulsiveNegatives]
    let general = [FlamDetector(profile: .general)] as [any HitDetector] + peers
    var detectors = general.map { (profile: String?.none, detector: $0) }
    for taught in tasks {
      detectors.append((taught.task.name, FlamDetector(profile: try taught.profile())))
    }
    figures = try kinds.flatMap { kind -> [Figures] in
      let own = recordings.filter { $0.kind == kind }
      guard !own.isEmpty else { return [] }
      return try detectors.map { profile, detector in
        let total = try OnsetBenchmark.total(
          OnsetBenchmark(own, detectors: [detector]).entries[0])
        let minutes = total.seconds / 60
        return Figures(
          kind: kind, profile: profile, detector: detector.name, minutes: minutes.rounded(2),
          toldPerMinute: (Double(total.narrow.wrong) / minutes).rounded(2),
          soundingPerMinute: (Double(total.soundingWrong) / minutes).rounded(2))
      }
    }
  }

  var result: RowResult {
    var table = TextTable([
      "false hits a minute", "by", "profile", "min", "reported", "would sound",
    ])
    for row in figures {
      table.append([
        row.kind, row.detector, row.profile ?? "none", row.minutes.fixed(1),
        row.toldPerMinute.fixed(1), row.soundingPerMinute.fixed(1),
      ])
    }
    return RowResult(
      text: table.description, lines: figures.map { ["negatives": $0].jsonLine },
      judgements: judgements)
  }

  private func taught(_ kind: String) -> [(String, Double)] {
    figures.filter { $0.kind == kind }.compactMap { row in
      row.profile.map { ($0, row.soundingPerMinute) }
    }
  }

  private func general(_ kind: String) -> (own: Double?, peer: String?) {
    let rows = figures.filter { $0.kind == kind && $0.profile == nil }
    let peers = rows.dropFirst().map(\.soundingPerMinute)
    return (rows.first?.soundingPerMinute, peers.min().map { $0.fixed(1) })
  }

  private var judgements: [Judgement] {
    let (plain, impulsive) = (TruthFolder.negatives, TruthFolder.impulsiveNegatives)
    func of(_ kind: String) -> Spread? { Spread(taught(kind), isMost: true, decimals: 1) }
    let worst = taught(plain).max { $0.1 < $1.1 }
    return [
      Judgement.atMost(
        Target.profile.plain, "false a minute with a profile, mean of profiles", of(plain)?.mean,
        decimals: 1
      )?.inTable(.negatives, worst: of(plain)?.worst, peer: general(plain).peer),
      Judgement.atMost(
        Target.profile.worst, "false a minute with the worst profile", worst?.1, decimals: 1
      )?.inTable(.negatives, worst: worst?.0, peer: general(plain).peer),
      Judgement.atMost(
        Target.profile.impulsive, "false a minute with a profile, impulsive",
        of(impulsive)?.mean, decimals: 1
      )?.inTable(.negatives, worst: of(impulsive)?.worst, peer: general(impulsive).peer),
      Judgement.atMost(
        Target.general.plain, "false a minute without profile", general(plain).own, decimals: 1
      )?.inTable(.negatives, peer: general(plain).peer),
      Judgement.atMost(
        Target.general.impulsive, "false a minute without profile, impulsive",
        general(impulsive).own, decimals: 1
      )?.inTable(.negatives, peer: general(impulsive).peer),
    ].compactMap { $0 }
  }
}
