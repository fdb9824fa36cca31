// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// The hits in one kind of recordings, as text for people.
struct OnsetReport: CustomStringConvertible {
  /// One a detector, ours first.
  let all: [OnsetFigures]
  /// The same for each source and player, see ``OnsetGroups``.
  let groups: [[OnsetFigures]]
  let judgements: [Judgement]

  /// The report on the entries of each detector, all of one kind.
  init(_ entries: [[OnsetBenchmark.Entry]], detectors: [String]) {
    all = zip(entries, detectors).map { OnsetFigures($0, detector: $1) }
    groups = OnsetGroups(entries, detectors: detectors).figures
    judgements = OnsetTargets.judgements(all[0], peers: Array(all.dropFirst()))
  }

  /// All figures, for JSON.
  var figures: [OnsetFigures] { all + groups.flatMap { $0 } }

  private var isNegative: Bool { all[0].hits == 0 && all[0].ambiguous == 0 }

  /// The same as a row.
  var result: RowResult {
    RowResult(
      text: description, lines: figures.map { ["onsets": $0].jsonLine }, judgements: judgements)
  }

  var description: String {
    let first = all[0]
    let title =
      "\(first.kind): \(first.recordings) \(first.recordings == 1 ? "recording" : "recordings"), \(first.minutes.fixed(1)) min, "
      + (isNegative ? "no hits" : "\(first.hits) hits, \(first.ambiguous) ambiguous")
    var parts = [title]
    if isNegative {
      parts.append(falseHits.description)
    } else {
      parts += [accuracy.description, timing.description]
      if !recalls.isEmpty { parts.append(recalls.description) }
    }
    if !groups.isEmpty { parts.append(sources.description) }
    if !judgements.isEmpty {
      var table = TextTable(["flam beside its targets", "seen", "target", ""])
      judgements.forEach { table.append($0.cells) }
      parts.append(table.description)
    }
    return parts.joined(separator: "\n\n")
  }

  private var accuracy: TextTable {
    var table = TextTable([
      "F: mean and worst", "-5…+10 ms", "±25", "±50", "precision", "recall", "found", "false",
      "missed", "mean F", "worst F", "in",
    ])
    for row in all {
      table.append([
        row.detector, row.f.fixed(3), row.f25.fixed(3), row.f50.fixed(3), row.precision.fixed(3),
        row.recall.fixed(3), "\(row.found)", "\(row.wrong)", "\(row.missed)", row.meanF.fixed(3),
        row.worstF.fixed(3), row.worstRecording,
      ])
    }
    return table
  }

  private var timing: TextTable {
    var table = TextTable([
      "times in ms", "onset error", "its MAD", "decision median", "p95", "p99", "doubles %",
      "rolls", "level error at 3 ms", "at 12 ms", "sounds known",
    ])
    for row in all {
      table.append([
        row.detector, row.errorMedianMilliseconds.fixed(2), row.errorDeviationMilliseconds.fixed(2),
        row.delayMedianMilliseconds.fixed(2), row.delayP95Milliseconds.fixed(2),
        row.delayP99Milliseconds.fixed(2), row.doublesPercent.fixed(2), Self.text(row.rollRecall),
        Self.text(row.levelErrorAt3Milliseconds), Self.text(row.levelErrorAt12Milliseconds),
        Self.text(row.soundsKnown),
      ])
    }
    return table
  }

  private var recalls: TextTable {
    var table = TextTable([
      "recall (hits)", "> 30 dB SNR", "20–30 dB", "< 20 dB", "> -14 dBFS", "-24…-14", "< -24",
    ])
    for row in all where row.recallLoud != nil || row.recallMedium != nil || row.recallQuiet != nil
    {
      table.append([
        row.detector, Self.text(row.recallOver30Decibels), Self.text(row.recall20To30Decibels),
        Self.text(row.recallUnder20Decibels), Self.text(row.recallLoud),
        Self.text(row.recallMedium), Self.text(row.recallQuiet),
      ])
    }
    return table
  }

  private var falseHits: TextTable {
    var table = TextTable(["false hits a minute", "reported", "would sound"])
    for row in all {
      table.append([
        row.detector, row.wrongPerMinute.fixed(1), row.soundingWrongPerMinute.fixed(1),
      ])
    }
    return table
  }

  /// F of each detector by source and player, or false hits a minute if nothing is played; the rest
  /// is ours.
  private var sources: TextTable {
    let detectors = all.map(\.detector)
    guard !isNegative else {
      var table = TextTable(["reported a minute, in", "min"] + detectors + ["flam, would sound"])
      for group in groups {
        table.append(
          [Self.name(group[0]), group[0].minutes.fixed(1)]
            + group.map { $0.wrongPerMinute.fixed(1) }
            + [group[0].soundingWrongPerMinute.fixed(1)])
      }
      return table
    }
    var table = TextTable(
      ["F by source and player", "files", "hits"] + detectors
        + ["flam ±25", "±50", "decision median", "p99", "worst F", "in"])
    for group in groups {
      let ours = group[0]
      table.append(
        [Self.name(ours), "\(ours.recordings)", "\(ours.hits)"] + group.map { $0.f.fixed(3) } + [
          ours.f25.fixed(3), ours.f50.fixed(3), ours.delayMedianMilliseconds.fixed(2),
          ours.delayP99Milliseconds.fixed(2), ours.worstF.fixed(3), ours.worstRecording,
        ])
    }
    return table
  }

  /// Players stand under their source.
  private static func name(_ figures: OnsetFigures) -> String {
    figures.player.map { "  \($0)" } ?? figures.source ?? ""
  }

  private static func text(_ recall: OnsetFigures.Recall?) -> String {
    recall.map { "\($0.recall.fixed(3)) (\($0.hits))" } ?? "-"
  }

  private static func text(_ error: OnsetFigures.LevelError?) -> String {
    error.map { "\($0.median.fixed(1)), p95 \($0.p95.fixed(1)) dB" } ?? "-"
  }
}
