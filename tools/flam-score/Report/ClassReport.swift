// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// How well the sounds of all tasks were distinguished, as text for people.
struct ClassReport: CustomStringConvertible {
  /// In the order of the tasks.
  let figures: [ClassFigures]
  let judgements: [Judgement]

  private let plainTrials: ClassTrials

  init(_ results: [ClassBenchmark.Result]) {
    figures = results.map(ClassFigures.init)
    judgements =
      figures.flatMap(\.judgements) + Self.softLosses(figures)
      + ClassTargets.means(figures) + ClassTargets.otherRooms(figures)
      + ClassTargets.otherDays(figures) + ClassTargets.found(figures)
    plainTrials = ClassTrials(
      trials: results.filter { $0.variant == .plain }.flatMap(\.trials.trials), extra: 0)
  }

  /// The cost of learning from soft hits alone for hard ones, the mean of the tasks.
  private static func softLosses(_ figures: [ClassFigures]) -> [Judgement] {
    ClassFigures.moments.indices.dropFirst(2).compactMap { moment in
      func mean(_ variant: ClassVariant) -> Double? {
        figures.filter { $0.variant == variant }.map { $0.accuracies[moment] }.mean
      }
      guard let hard = mean(.hard), let soft = mean(.softTrained) else { return nil }
      return .atMost(
        ClassTargets.mostSoftLoss,
        "learned soft, played hard: loss at \(ClassFigures.momentNames[moment])", hard - soft,
        decimals: 3)
    }
  }

  /// The same as a row.
  var result: RowResult {
    RowResult(
      text: description, lines: figures.map { ["classes": $0].jsonLine }, judgements: judgements)
  }

  var description: String {
    var parts = [
      "classes: share of hits known at a time after the true onset; in brackets how far short of its target",
      accuracy.description,
    ]
    if !losses.isEmpty { parts.append(losses.description) }
    guard !plainTrials.trials.isEmpty else { return parts.joined(separator: "\n\n") }
    if !confused.isEmpty { parts.append(confused.description) }
    parts.append(
      "confidences: mean, share that is right, and expected calibration error (0 is best)")
    parts.append(reliability.description)
    return parts.joined(separator: "\n\n")
  }

  private var accuracy: TextTable {
    var table = TextTable(
      ["task", "sounds", "hits", "found", "answered", "extra"] + ClassFigures.momentNames)
    for row in figures {
      let targets = ClassTargets.targets(
        task: row.task, soundCount: row.sounds, variant: row.variant)
      let cells = zip(ClassFigures.moments, row.accuracies).map { moment, seen in
        let short = targets.first { $0.milliseconds == moment }.map { $0.accuracy - seen } ?? 0
        return seen.fixed(3) + (short > 0 ? " (-\(short.fixed(3)))" : "")
      }
      table.append(
        [
          row.task + row.variantText, "\(row.sounds)", "\(row.tests)", row.found.fixed(3),
          row.answered.fixed(3), "\(row.extra)",
        ] + cells)
    }
    for variant in ClassVariant.allCases {
      summarise(figures.filter { $0.variant == variant }, variant, in: &table)
    }
    return table
  }

  /// Mean and worst of the tasks of one variant.
  private func summarise(
    _ figures: [ClassFigures], _ variant: ClassVariant, in table: inout TextTable
  ) {
    guard figures.count > 1 else { return }
    let name = variant == .plain ? "all" : variant.rawValue
    let columns = ClassFigures.moments.indices.map { index in figures.map { $0.accuracies[index] } }
    let (found, answered) = (figures.map(\.found), figures.map(\.answered))
    table.append(
      ["mean of \(name)", "", "", found.mean.fixed(3), answered.mean.fixed(3), ""]
        + columns.map { $0.mean.fixed(3) })
    table.append(
      ["worst of \(name)", "", "", found.min().fixed(3), answered.min().fixed(3), ""]
        + columns.map { $0.min().fixed(3) })
  }

  private var losses: TextTable {
    var table = TextTable(["flam beside its targets", "seen", "target", ""])
    Self.softLosses(figures).forEach { table.append($0.cells) }
    return table
  }

  private var confused: TextTable {
    var table = TextTable(["mistaken for one another at the end", "hits", "of"])
    for row in figures where row.variant == .plain {
      for pair in row.confusions.worstPairs.prefix(3) {
        table.append([
          "\(row.task): \(pair.first), \(pair.second)", "\(pair.mistaken)", "\(pair.played)",
        ])
      }
    }
    return table
  }

  private var reliability: TextTable {
    var table = TextTable([
      "task", "at 3 ms says", "is", "error", "at 12 ms says", "is", "error", "final says", "is",
      "error",
    ])
    for row in figures where row.variant == .plain {
      let cells = [row.reliabilityAt3, row.reliabilityAt12, row.reliabilityFinal].flatMap { seen in
        [seen?.meanConfidence, seen?.accuracy, seen?.expectedCalibrationError].map { $0.fixed(2) }
      }
      table.append([row.task] + cells)
    }
    let pooled = [3, 12, Double.infinity].map { plainTrials.reliability(by: $0) }.flatMap { seen in
      [seen?.meanConfidence, seen?.accuracy, seen?.expectedCalibrationError].map { $0.fixed(2) }
    }
    table.append(["all hits"] + pooled)
    return table
  }
}
