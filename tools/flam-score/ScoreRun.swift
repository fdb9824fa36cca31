// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Sessions

/// One run: scores what is asked for, tells it, draws it.
struct ScoreRun {
  private let options: FlamScore
  private let recordings: [Recording]
  /// Keeps the files of the recordings where noise was added.
  private let copies: NoisyCopies?
  private let taskRows: (base: String, rows: [CSVTable.Row])
  private let profile: Profile
  private let detectors: [any HitDetector]
  private let plots: PlotFolder?

  /// Finds what there is to score, before any work is done.
  init(options: FlamScore) throws {
    let folder = TruthFolder(path: options.folder)
    let choice = TruthFolder.Choice(
      split: options.split, kinds: options.kind, tasks: options.task)
    let wantsRecordings = options.task.isEmpty || !options.kind.isEmpty
    let wantsTasks = options.kind.isEmpty || !options.task.isEmpty
    self.options = options
    let found = wantsRecordings ? try folder.recordings(choice) : []
    copies = try options.noise.map { try NoisyCopies(of: found, decibels: $0) }
    recordings = copies?.recordings ?? found
    taskRows = wantsTasks ? try folder.taskRows(choice) : ("", [])
    guard !recordings.isEmpty || !taskRows.rows.isEmpty else {
      throw TruthError(
        .missing, path: options.folder,
        reason:
          "it holds no index and no recording with a table beside it, or none that is asked for",
        advice: "see flam-score --help")
    }
    profile = try Self.profile(options, folder)
    plots = try options.plots.map { try PlotFolder(path: $0) }
    let hasAubio = options.aubio && Aubio.isInstalled
    if options.aubio && !hasAubio && !recordings.isEmpty {
      FlamScore.tell(
        "flam-score: aubio is not installed: apt install aubio-tools; going on without")
    }
    detectors = [FlamDetector(profile: profile)] + (hasAubio ? Aubio.usual : [])
  }

  /// Scores everything; true where all targets are met.
  func areTargetsMet() throws -> Bool {
    var judgements: [Judgement] = []
    if !recordings.isEmpty { judgements += try scoreRecordings() }
    if !taskRows.rows.isEmpty { judgements += try scoreTasks() }
    let missed = judgements.filter { !$0.isMet }
    if !options.json {
      print("\(judgements.count - missed.count) of \(judgements.count) targets met")
    }
    return missed.isEmpty
  }

  private static func profile(_ options: FlamScore, _ folder: TruthFolder) throws -> Profile {
    guard let name = options.learn else { return try ProfileLocator().profile(options.profile) }
    let tasks = try folder.taskRows(TruthFolder.Choice(split: options.split, tasks: [name]))
    guard let row = tasks.rows.first else {
      throw TruthError(
        .missing, path: options.folder, reason: "it has no task \(name) to learn from",
        advice: "name one of classes/index.csv")
    }
    return try ClassBenchmark(examples: options.examples)
      .profile(ClassTask(row, base: tasks.base))
  }

  private func scoreRecordings() throws -> [Judgement] {
    let names = detectors.map(\.name)
    let kinds = Dictionary(grouping: recordings, by: \.kind).sorted { $0.key < $1.key }
    var judgements: [Judgement] = []
    var all = [[OnsetBenchmark.Entry]](repeating: [], count: detectors.count)
    for (kind, recordings) in kinds {
      let entries = try OnsetBenchmark(recordings, detectors: detectors).entries
      for detector in all.indices { all[detector] += entries[detector] }
      let report = OnsetReport(entries, detectors: names)
      judgements += report.judgements
      tell(report.description, lines: report.figures.map { ["onsets": $0].jsonLine })
      tell(judgements: report.judgements, of: kind)
      if recordings.contains(where: { !$0.hits.isEmpty }) {
        try draw(kind, recordings, entries.map(OnsetBenchmark.total))
      }
    }
    let cost = CostReport(all, detectors: names)
    tell(cost.description, lines: cost.rows.map { ["cost": $0].jsonLine })
    let costs = [cost.judgement].compactMap { $0 }
    tell(judgements: costs, of: "cost")
    return judgements + costs
  }

  private func scoreTasks() throws -> [Judgement] {
    let benchmark = ClassBenchmark(
      examples: options.examples, isSoftToHard: options.softToHard,
      isOtherRoom: options.anotherRoom)
    let results = try taskRows.rows.flatMap { row in
      try benchmark.results(ClassTask(row, base: taskRows.base))
    }
    let report = ClassReport(results)
    tell(report.description, lines: report.figures.map { ["classes": $0].jsonLine })
    tell(judgements: report.judgements, of: "classes")
    if let plots { try ClassPlots(results).write(into: plots) }
    return report.judgements
  }

  /// What was found, for people or for machines.
  private func tell(_ text: String, lines: [String]) {
    if options.json { lines.forEach { print($0) } } else { print(text + "\n") }
  }

  private func tell(judgements: [Judgement], of what: String) {
    guard options.json else { return }
    for judgement in judgements { print(["target": TargetLine(of: what, judgement)].jsonLine) }
  }

  private func draw(_ kind: String, _ recordings: [Recording], _ tallies: [OnsetTally]) throws {
    guard let plots else { return }
    let drawing = OnsetPlots(kind: kind)
    try plots.write(
      drawing.latency(tallies, names: detectors.map(\.name)).document, name: "latency \(kind)")
    let peers = detectors.compactMap { $0 as? Aubio }.dropFirst()
    let sweeps = [SensitivitySweep.flam(profile)] + peers.map(SensitivitySweep.aubio)
    let colours = [LineChart.colours[0]] + LineChart.colours.dropFirst(2)
    try plots.write(
      drawing.precisionRecall(sweeps, recordings: recordings, colours: colours).document,
      name: "precision-recall \(kind)")
  }
}

/// A target as one line of JSON.
private struct TargetLine: Encodable {
  let of: String
  let judgement: Judgement

  init(of: String, _ judgement: Judgement) {
    self.of = of
    self.judgement = judgement
  }

  enum CodingKeys: String, CodingKey { case of }

  func encode(to encoder: Encoder) throws {
    try judgement.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(of, forKey: .of)
  }
}
