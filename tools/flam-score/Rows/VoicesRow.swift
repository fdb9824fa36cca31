// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// Beatbox improvisations: F within ±50 ms without a profile, and with the player's own.
struct VoicesRow {
  /// Improvisations of one player, or of all, as a detector heard them; one line of JSON.
  struct Figures: Encodable {
    let player: String
    let detector: String
    /// The task that taught the profile; nil for none.
    let profile: String?
    let recordings: Int
    let hits: Int
    let found: Int
    let wrong: Int
    let f50: Double
  }

  static let leastGeneral = 0.93
  static let leastOwn = 0.96

  let figures: [Figures]

  /// Recordings of voices in which more than one sound is played; a profile is the player's if a
  /// task ends with the player's name.
  init(_ recordings: [Recording], tasks: [TaughtTask], peers: [any HitDetector]) throws {
    let improvised = recordings.filter(Self.isImprovised)
    let general = [FlamDetector(profile: .general)] as [any HitDetector] + peers
    var figures: [Figures] = []
    for detector in general where !improvised.isEmpty {
      figures.append(try Self.figures("all", improvised, by: detector, profile: nil))
    }
    let players = Dictionary(grouping: improvised) { $0.player ?? "" }.sorted { $0.key < $1.key }
    for (player, recordings) in players {
      let detector = FlamDetector(profile: .general)
      figures.append(try Self.figures(player, recordings, by: detector, profile: nil))
      guard let own = tasks.first(where: { $0.task.name.hasSuffix("_\(player)") }) else { continue }
      figures.append(
        try Self.figures(
          player, recordings, by: FlamDetector(profile: try own.profile()),
          profile: own.task.name))
    }
    self.figures = figures
  }

  /// Several sounds of a mouth, not one over and over.
  static func isImprovised(_ recording: Recording) -> Bool {
    TaskKind(task: recording.name) == .voice && Set(recording.hits.compactMap(\.sound)).count > 1
  }

  /// Hits that do not sound are not answered, hence missed.
  private static func figures(
    _ player: String, _ recordings: [Recording], by detector: any HitDetector, profile: String?
  ) throws -> Figures {
    var counts = Counts()
    for recording in recordings {
      let heard = try detector.hits(ofFile: recording.path).hits.filter(\.isSounding)
      counts +=
        Finding(
          truth: recording.hits, heard: heard.map(\.seconds).sorted(), within: .half
        ).counts
    }
    return Figures(
      player: player, detector: detector.name, profile: profile, recordings: recordings.count,
      hits: counts.found + counts.missed, found: counts.found, wrong: counts.wrong,
      f50: counts.f.rounded(4))
  }

  var result: RowResult {
    var table = TextTable([
      "beatbox improvisations", "by", "profile", "files", "hits", "found", "false", "F ±50 ms",
    ])
    for row in figures {
      table.append([
        row.player, row.detector, row.profile ?? "none", "\(row.recordings)", "\(row.hits)",
        "\(row.found)", "\(row.wrong)", row.f50.fixed(3),
      ])
    }
    return RowResult(
      text: table.description, lines: figures.map { ["voices": $0].jsonLine },
      judgements: judgements)
  }

  private var judgements: [Judgement] {
    let all = figures.filter { $0.player == "all" }
    let single = figures.filter { $0.player != "all" }
    let general = Spread(single.filter { $0.profile == nil }.map { ($0.player, $0.f50) })
    let own = single.filter { $0.profile != nil }
    let found = own.map(\.found).reduce(0, +)
    let counts = Counts(
      found: found, wrong: own.map(\.wrong).reduce(0, +),
      missed: own.map(\.hits).reduce(0, +) - found)
    let peer = all.dropFirst().map(\.f50).max().map { $0.fixed(3) }
    return [
      Judgement.atLeast(
        Self.leastGeneral, "beatbox improvisations F ±50 ms, no profile", all.first?.f50
      )?.inTable(.voices, worst: general?.worst, peer: peer),
      Judgement.atLeast(
        Self.leastOwn, "beatbox improvisations F ±50 ms, own profile",
        own.isEmpty ? nil : counts.f
      )?.inTable(
        .voices, worst: Spread(own.map { ($0.player, $0.f50) })?.worst, peer: peer),
    ].compactMap { $0 }
  }
}
