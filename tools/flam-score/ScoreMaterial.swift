// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// The material of a run: recordings, tasks, detectors.
struct ScoreMaterial {
  /// The most sounds of a task whose strikes serve as plain strikes: those of larger ones are like them.
  private static let mostSounds = 13

  /// As chosen by kind and split.
  let recordings: [Recording]
  let tasks: [TaughtTask]
  let profile: Profile
  /// Ours first.
  let detectors: [any HitDetector]
  let hasAubio: Bool
  /// Keeps the files of the recordings if noise was added.
  private let copies: NoisyCopies?

  /// Finds the material, before any work is done.
  init(options: FlamScore, rows: [ScoreRow]) throws {
    let folder = TruthFolder(path: options.folder)
    let choice = TruthFolder.Choice(
      split: options.split, kinds: options.kind, tasks: options.task)
    let found = try folder.recordings(choice)
    copies = try options.noise.map { try NoisyCopies(of: found, decibels: $0) }
    recordings = copies?.recordings ?? found
    let taskRows = try folder.taskRows(choice)
    tasks = try taskRows.rows.map {
      try TaughtTask(ClassTask($0, base: taskRows.base), examples: options.examples)
    }
    profile = try Self.profile(options, folder)
    hasAubio = options.aubio && Aubio.isInstalled
    if options.aubio && !hasAubio {
      FlamScore.report(
        "flam-score: aubio is not installed: apt install aubio-tools; going on without")
    }
    detectors = [FlamDetector(profile: profile)] + (hasAubio ? Aubio.usual : [])
    let isOnsets = rows.contains { !$0.needsTasks }
    guard (isOnsets && !recordings.isEmpty) || !tasks.isEmpty else {
      throw TruthError(
        .missing, path: options.folder,
        reason:
          "it holds no index and no recording with a table beside it, or none that is asked for",
        advice: "see flam-score --help")
    }
  }

  var negatives: [Recording] { recordings.filter { $0.kind.hasPrefix(TruthFolder.negatives) } }

  /// Hands, sticks and the like, whose strikes are struck over noises.
  var struckTasks: [TaughtTask] {
    tasks.filter { $0.task.kind != .voice && $0.task.labels.count <= Self.mostSounds }
  }

  /// Strikes to be heard over noises: of tasks, or else of recordings, or else synthetic.
  func strikeSets() throws -> [StrikeSet] {
    let sets = struckTasks.map { StrikeSet($0.task) }
    if !sets.isEmpty { return sets }
    let plain = try recordings.filter { $0.kind == TruthFolder.plainKind }
      .compactMap { try StrikeSet($0) }
    return plain.isEmpty ? [.knocks] : plain
  }

  private static func profile(_ options: FlamScore, _ folder: TruthFolder) throws -> Profile {
    guard let name = options.learn else { return try ProfileLocator().profile(options.profile) }
    let tasks = try folder.taskRows(TruthFolder.Choice(split: options.split, tasks: [name]))
    guard let row = tasks.rows.first else {
      throw TruthError(
        .missing, path: options.folder, reason: "it has no task \(name) to learn from",
        advice: "name one of classes/index.csv")
    }
    return try TaughtTask(ClassTask(row, base: tasks.base), examples: options.examples).profile()
  }
}
