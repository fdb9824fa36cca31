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
  /// Hits to learn from, a sound.
  private let examples: Int
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
    let more = TruthFolder(path: "\(options.folder)/more")
    let others = TruthFolder.Choice(split: options.split, kinds: [TruthFolder.negatives])
    roomRecordings =
      try recordings.filter(\.isNegative) + (more.exists ? more.recordings(others) : [])
    let taskRows = try folder.taskRows(choice)
    tasks = try taskRows.rows.map {
      try TaughtTask(ClassTask($0, base: taskRows.base), examples: options.examples)
    }
    examples = options.examples
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

  /// The backgrounds of rooms: recordings without hits, of the folder and of a second one inside it.
  let roomRecordings: [Recording]

  var negatives: [Recording] { recordings.filter(\.isNegative) }

  /// Hands, sticks and the like, whose strikes are struck over noises.
  var struckTasks: [TaughtTask] {
    tasks.filter { $0.task.kind != .voice && $0.task.labels.count <= Self.mostSounds }
  }

  /// Strikes to be placed in signals: of tasks, or else of recordings, or else synthetic.
  func strikeSets(_ cut: StrikeCut = .roomy) throws -> [StrikeSet] {
    let sets = struckTasks.map { StrikeSet($0.task, cut) }
    if !sets.isEmpty { return sets }
    let plain = try plainRecordings.compactMap { try StrikeSet($0, cut) }
    return plain.isEmpty ? [.knocks(cut)] : plain
  }

  /// What was learned of the sounds of ``strikeSets(_:)``, by the name of the set; nothing of synthetic ones.
  func ownProfiles() throws -> [String: Profile] {
    let tasks =
      struckTasks.isEmpty
      ? try plainRecordings.compactMap { try ClassTask(learnedFrom: $0) }
        .map { TaughtTask($0, examples: examples) }
      : struckTasks
    return Dictionary(
      try tasks.map { ($0.task.name, try $0.quietProfile()) },
      uniquingKeysWith: { first, _ in first })
  }

  private var plainRecordings: [Recording] {
    recordings.filter { $0.kind == TruthFolder.plainKind }
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
