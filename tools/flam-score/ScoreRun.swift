// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// One run: scores the requested rows, prints them, draws them.
struct ScoreRun {
  private let options: FlamScore
  private let rows: [ScoreRow]
  private let startUpMilliseconds: Double
  private let material: ScoreMaterial
  private let plots: PlotFolder?
  private var page = HearingPage()
  /// Each detector's results for the recordings.
  private var heard: [[OnsetBenchmark.Entry]] = []

  /// Finds the material, before any work is done.
  init(options: FlamScore) throws {
    startUpMilliseconds = StartUp.milliseconds()
    self.options = options
    rows = Self.rows(options)
    material = try ScoreMaterial(options: options, rows: rows)
    plots = try options.plots.map { try PlotFolder(path: $0) }
  }

  /// The rows requested by name; else those of the requested kinds and tasks; else everything.
  static func rows(_ options: FlamScore) -> [ScoreRow] {
    guard options.row.isEmpty else { return ScoreRow.allCases.filter(options.row.contains) }
    guard !options.kind.isEmpty || !options.task.isEmpty else { return ScoreRow.allCases }
    return (options.kind.isEmpty ? [] : [.onsets, .cost]) + (options.task.isEmpty ? [] : [.classes])
  }

  /// Scores everything; true if all targets are met.
  mutating func areTargetsMet() throws -> Bool {
    var judgements: [Judgement] = []
    for row in rows { judgements += try score(row) }
    let table = TargetTable(judgements)
    let others = judgements.filter { $0.row == nil }
    if !options.json {
      print(table.description)
      let met = Self.count(table.judgements)
      print("\n\(met) targets of the table met, \(Self.count(others)) others")
    }
    if let plots {
      try plots.write(page.html(table), name: "hearing", ending: "html")
    }
    return judgements.allSatisfy(\.isMet)
  }

  private static func count(_ judgements: [Judgement]) -> String {
    "\(judgements.count { $0.isMet }) of \(judgements.count)"
  }

  /// One row; nothing if the folder has no material for it.
  private mutating func score(_ row: ScoreRow) throws -> [Judgement] {
    guard !row.needsTasks || !material.tasks.isEmpty else { return [] }
    let peers = Array(material.detectors.dropFirst())
    switch row {
    case .onsets: return try scoreRecordings()
    case .cost: return finish(try cost(), row)
    case .neverDeaf:
      let detectors = [FlamDetector(profile: .general)] + overNoisePeers
      return finish(
        try NeverDeafRow(material.strikeSets(), detectors: detectors).result, row)
    case .backgrounds:
      guard let strikes = try StrikeSet(pooling: material.strikeSets()) else { return [] }
      let detectors = [FlamDetector(profile: .general)] + overNoisePeers
      return finish(try BackgroundsRow(strikes, detectors: detectors).result, row)
    case .rooms: return try scoreRooms()
    case .flams, .doubles, .rolls, .hum, .ghosts, .velocity, .breaks:
      return try material.strokes(row).map { finish($0, row) } ?? []
    case .steady:
      let steady = try SteadyRow(material.strikeSets(), peers: material.closePeers)
      page.add(steady)
      return finish(steady.result, row)
    case .firstDrum:
      let row = FirstDrumRow(try FirstDrumStage.bundledKit())
      page.add(row)
      return finish(row.result, .firstDrum)
    case .classes: return try scoreTasks()
    case .anotherRoom:
      let benchmark = ClassBenchmark(examples: options.examples)
      let report = ClassReport(try material.tasks.flatMap(benchmark.otherRoomResults))
      return finish(report.result, row)
    case .anotherDay:
      let days = material.tasks.filter { SoundGroup.otherDay.holds($0.task.name) }
      guard !days.isEmpty else { return [] }
      let benchmark = ClassBenchmark(examples: options.examples)
      return finish(ClassReport(try days.flatMap(benchmark.otherDayResults)).result, row)
    case .speakers:
      let speakers = try SpeakersRow(material.tasks)
      return speakers.figures.isEmpty ? [] : finish(speakers.result, row)
    case .negatives:
      guard !material.negatives.isEmpty else { return [] }
      return finish(
        try NegativesRow(material.negatives, tasks: material.tasks, peers: peers).result, row)
    case .stereo: return finish(try StereoRow(material.struckTasks, seed: options.seed).result, row)
    case .voices:
      let voices = try VoicesRow(material.recordings, tasks: material.tasks, peers: peers)
      return voices.figures.isEmpty ? [] : finish(voices.result, row)
    }
  }

  /// The peer as it is set for strikes over noises.
  private var overNoisePeers: [any HitDetector] { material.hasAubio ? RoomsRow.peers : [] }

  private mutating func scoreRecordings() throws -> [Judgement] {
    let names = material.detectors.map(\.name)
    let kinds = Dictionary(grouping: material.recordings, by: \.kind).sorted { $0.key < $1.key }
    var judgements: [Judgement] = []
    for (kind, recordings) in kinds {
      let entries = try OnsetBenchmark(recordings, detectors: material.detectors).entries
      heard = heard.isEmpty ? entries : zip(heard, entries).map { $0 + $1 }
      let report = OnsetReport(entries, detectors: names)
      var result = report.result
      result.judgements += drumSets(entries)
      judgements += finish(result, .onsets, of: kind)
      if recordings.contains(where: { !$0.hits.isEmpty }) {
        try draw(kind, recordings, entries.map(OnsetBenchmark.total))
      }
    }
    return judgements
  }

  /// Of truth by hand the recordings of drum sets alone.
  private func drumSets(_ entries: [[OnsetBenchmark.Entry]]) -> [Judgement] {
    let figures = zip(entries, material.detectors).compactMap { entries, detector in
      let sets = entries.filter {
        $0.recording.kind == OnsetTargets.byHand && TaskKind(task: $0.recording.name) != .voice
      }
      return sets.isEmpty ? nil : OnsetFigures(sets, detector: detector.name)
    }
    return figures.first.flatMap {
      OnsetTargets.drumSets($0, peers: Array(figures.dropFirst()))
    }.map { [$0] } ?? []
  }

  /// The cost of hearing the recordings, heard once more if they were not heard yet.
  private func cost() throws -> RowResult {
    let entries =
      heard.isEmpty
      ? try OnsetBenchmark(material.recordings, detectors: material.detectors).entries : heard
    let report = CostReport(entries, detectors: material.detectors.map(\.name))
    var result = StartUp.result(startUpMilliseconds)
    result.text = "\(report)\n\n\(result.text)"
    result.lines += report.rows.map { ["cost": $0].jsonLine }
    result.judgements += [report.judgement].compactMap { $0 }
    return result
  }

  private mutating func scoreRooms() throws -> [Judgement] {
    let tasks = material.struckTasks
    guard !tasks.isEmpty else { return [] }
    let rooms = try RoomsRow(
      tasks, negatives: material.roomRecordings, seed: options.seed, hasAubio: material.hasAubio,
      strictnesses: plots == nil ? [] : Strictness.allCases)
    page.add(rooms)
    return finish(rooms.result, .rooms)
  }

  private mutating func scoreTasks() throws -> [Judgement] {
    let benchmark = ClassBenchmark(
      examples: options.examples, isSoftToHard: options.softToHard)
    let results = try material.tasks.flatMap(benchmark.results)
    if let plots { try ClassPlots(results).write(into: plots) }
    page.add(LearningCurves(results))
    return finish(ClassReport(results).result, .classes)
  }

  /// Prints the results, for people or for machines; the judgements.
  private func finish(_ result: RowResult, _ row: ScoreRow, of what: String? = nil) -> [Judgement] {
    guard options.json else {
      print(result.text + "\n")
      return result.judgements
    }
    result.lines.forEach { print($0) }
    for judgement in result.judgements {
      print(["target": TargetLine(of: what ?? row.rawValue, judgement)].jsonLine)
    }
    return result.judgements
  }

  private mutating func draw(
    _ kind: String, _ recordings: [Recording], _ tallies: [OnsetTally]
  ) throws {
    guard let plots else { return }
    let drawing = OnsetPlots(kind: kind)
    let names = material.detectors.map(\.name)
    try plots.write(drawing.latency(tallies, names: names).document, name: "latency \(kind)")
    let peers = material.detectors.compactMap { $0 as? Aubio }.dropFirst()
    let sweeps =
      [SensitivitySweep.flam(material.profile), .strictness(material.profile)]
      + peers.map(SensitivitySweep.aubio)
    let colours = [LineChart.colours[0], "#000000"] + LineChart.colours.dropFirst(2)
    let chart = try drawing.precisionRecall(sweeps, recordings: recordings, colours: colours)
    try plots.write(chart.document, name: "precision-recall \(kind)")
    page.add(chart)
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
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(of, forKey: .of)
    try judgement.encode(to: encoder)
  }
}
