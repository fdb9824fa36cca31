// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import FoundationEssentials

/// A folder of recordings with ground truth, as `flam-score --help` describes it.
struct TruthFolder {
  /// The kind of recordings in a folder without an index.
  static let plainKind = "takes"
  /// The kind of recordings in which nothing is played, and of those among them that are full of knocks and cracks.
  static let negatives = "negatives"
  static let impulsiveNegatives = "negatives, impulsive"

  /// The parts to leave out.
  struct Choice {
    /// Parts of the index, such as `dev`; nil for all.
    var split: String?
    /// Kinds of recordings; empty for all.
    var kinds: [String] = []
    /// Names of tasks; empty for all.
    var tasks: [String] = []
  }

  let path: String

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Recordings to find hits in.
  func recordings(_ choice: Choice) throws -> [Recording] {
    guard let (base, index) = try index(folder: "onsets", marking: "kind") else {
      return try plainRecordings(choice)
    }
    return try index.rows.compactMap { row in
      let kind = try row.required("kind")
      guard choice.split == nil || row.text("split") == choice.split,
        choice.kinds.isEmpty || choice.kinds.contains(kind)
      else { return nil }
      return try recording(row, kind: kind, base: base)
    }
  }

  /// Rows of the index of classification tasks, and the folder they count from.
  func taskRows(_ choice: Choice) throws -> (base: String, rows: [CSVTable.Row]) {
    guard let (base, index) = try index(folder: "classes", marking: "task") else {
      return (path, [])
    }
    let rows = try index.rows.filter { row in
      let task = try row.required("task")
      return (choice.split == nil || row.text("split") == choice.split)
        && (choice.tasks.isEmpty || choice.tasks.contains(task))
    }
    return (base, rows)
  }

  /// The index in a folder of this one, or in this one itself if it has the column that marks it.
  private func index(
    folder: String, marking column: String
  ) throws -> (base: String, index: CSVTable)? {
    let inner = "\(path)/\(folder)/index.csv"
    if FileManager.default.fileExists(atPath: inner) {
      return ("\(path)/\(folder)", try CSVTable(path: inner, needed: [column]))
    }
    let own = "\(path)/index.csv"
    guard FileManager.default.fileExists(atPath: own) else { return nil }
    let table = try CSVTable(path: own)
    return table.columns.contains(column) ? (path, table) : nil
  }

  private func recording(_ row: CSVTable.Row, kind: String, base: String) throws -> Recording {
    let file = try row.required("file")
    let stem = Self.stem(file)
    let sound = try Self.sound("\(base)/\(file)")
    let name = stem.split(separator: "/").last.map(String.init) ?? stem
    let origin = Origin.parse(row.text("source") ?? "")
    let isNegative = kind == Self.negatives
    return Recording(
      kind: isNegative && name.hasPrefix("impulsive") ? Self.impulsiveNegatives : kind, name: name,
      path: sound, source: origin.source, player: row.text("player") ?? origin.player,
      hits: isNegative ? [] : try Self.hits(beside: sound))
  }

  /// Sound files with a table of the same name next to them.
  private func plainRecordings(_ choice: Choice) throws -> [Recording] {
    guard choice.kinds.isEmpty || choice.kinds.contains(Self.plainKind),
      !FileManager.default.fileExists(atPath: "\(path)/index.csv"),
      !FileManager.default.fileExists(atPath: "\(path)/classes/index.csv")
    else { return [] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw TruthError(
        .missing, path: path, reason: "there is no such folder, or it cannot be read",
        advice: "check the path")
    }
    let tables = names.filter { $0.hasSuffix(".csv") }.sorted()
    return try tables.map { table in
      let name = Self.stem(table)
      let sound = try Self.sound("\(path)/\(name).wav")
      return Recording(
        kind: Self.plainKind, name: name, path: sound, source: name, player: nil,
        hits: try Self.hits(beside: sound))
    }
  }

  private static func hits(beside sound: String) throws -> [TrueHit] {
    let sampleRateHz = try SoundFileReader(path: sound).sampleRateHz
    return try Recording.hits(table: stem(sound) + ".csv", sampleRateHz: sampleRateHz)
  }

  /// The file itself, or if it does not exist one of the same name as FLAC or WAV.
  static func sound(_ path: String) throws(TruthError) -> String {
    for candidate in [path, stem(path) + ".flac", stem(path) + ".wav"]
    where FileManager.default.fileExists(atPath: candidate) { return candidate }
    throw TruthError(
      .missing, path: path, reason: "there is no such sound file",
      advice: "put it there, as WAV or FLAC, or take it out of the index")
  }

  /// A path without the ending of its file.
  private static func stem(_ path: String) -> String {
    path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
  }
}
