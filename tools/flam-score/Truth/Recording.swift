// SPDX-License-Identifier: GPL-3.0-or-later

/// A true hit of a recording.
struct TrueHit {
  /// When it begins.
  var seconds: Double
  /// It must be found; one that need not be is neither right nor wrong at its place.
  var isSure = true
  /// Its level in dBFS, if the table gives it.
  var levelDecibels: Double?
  /// How far it stands out of the background, in decibels, if the table gives it.
  var signalToNoiseDecibels: Double?
  /// Its sound, if the table gives it.
  var sound: String?
}

/// A recording and the hits in it.
struct Recording {
  /// What kind of recording: its targets go by this.
  let kind: String
  /// The file's name without folder and ending.
  let name: String
  var path: String
  /// Its origin: a repository, a person, a room.
  let source: String
  /// Whose or which of the source's.
  let player: String?
  /// In order; empty if nothing is played.
  let hits: [TrueHit]

  /// Nothing is played in it.
  var isNegative: Bool { kind.hasPrefix(TruthFolder.negatives) }

  /// The true hits of a table: `t_attack` in seconds, or `frame` counted at `sampleRateHz`.
  static func hits(table path: String, sampleRateHz: Int) throws(TruthError) -> [TrueHit] {
    let table = try CSVTable(path: path)
    let isInFrames = !table.columns.contains("t_attack")
    guard !isInFrames || table.columns.contains("frame") else {
      throw TruthError(
        .broken, path: path, reason: "it has neither a column t_attack nor frame",
        advice: "give the hits' onsets in seconds or in frames")
    }
    var hits: [TrueHit] = []
    for row in table.rows {
      let onset = try row.required(isInFrames ? "frame" : "t_attack")
      guard let value = try row.number(isInFrames ? "frame" : "t_attack"), value >= 0 else {
        throw TruthError(
          .broken, path: path, reason: "“\(onset)” is no onset", advice: "mend that line")
      }
      hits.append(
        TrueHit(
          seconds: isInFrames ? value / Double(sampleRateHz) : value,
          isSure: try row.number("flag") ?? 1 == 1,
          levelDecibels: try row.number("level_db"),
          signalToNoiseDecibels: try row.number("snr_db"),
          sound: row.text("sound") ?? row.text("label")))
    }
    return hits.sorted { $0.seconds < $1.seconds }
  }
}
