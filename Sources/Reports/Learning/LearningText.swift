// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Instrument
import Profiles
import Storage

/// The learning, for people.
package struct LearningText {
  package let report: LearningReport
  /// The profile as the player named it.
  package let profile: String
  /// Its file.
  let path: String

  /// Where the earlier profile is kept; nil if there was none.
  package let keptPath: String?
  /// Sounds of the earlier profile that this one no longer has.
  var lostSounds: [String] = []

  /// The sounds, and how well they are distinguished.
  package var body: String {
    [found, plays, confusion, pairs, certainties, strictnesses, warnings].filter { !$0.isEmpty }
      .joined(
        separator: "\n")
  }

  /// The sounds' pads, and the warnings.
  package var brief: String { plays + warnings }

  /// Its outcome.
  package var ending: String {
    let kept = keptPath.map { " (the old one: \($0.printable))" } ?? ""
    let lost =
      lostSounds.isEmpty
      ? ""
      : "\(lostSounds.map(\.printable).joined(separator: ", ")) of before "
        + "\(lostSounds.count == 1 ? "is" : "are") no longer in it; "
        + "'flam learn --again' keeps what there is and teaches on.\n"
    return lost
      + "Written to \(path.printable)\(kept). Play with it: flam play --profile \(profile.printable)"
  }

  private var found: String {
    let width = report.found.map(\.label.printable.count).max() ?? 0
    return report.found.map { found in
      "\(padded(found.label.printable, width))  \(padded("\(found.hits)", -3)) hits, "
        + "\(decibels(found.softestDecibels))…\(decibels(found.loudestDecibels)) dBFS, "
        + "background \(decibels(found.noiseDecibels)) dBFS   \(found.source.printable)\n"
    }.joined()
      + LevelAdvice.line(report.background) + "\n"
  }

  private var plays: String {
    report.plays.map { "\($0.name.printable) plays \($0.choice.text().printable)" }
      .joined(separator: "; ") + "\n"
  }

  /// A row for each sound played: its final judgements, and how often it was known by which time.
  private var confusion: String {
    let validation = report.validation
    let names = validation.names.map(\.printable)
    guard names.count > 1, let table = validation.confusions.last else { return "" }
    let first = max(6, names.map(\.count).max() ?? 0)
    let widths = names.map { max(4, $0.count) + 2 }
    func line(_ name: String, _ cells: [String], _ shares: [String]) -> String {
      let columns = zip(widths, cells).map { $1.padded(toRight: $0) }.joined()
      return name.padded(to: first) + columns + "  "
        + shares.map { $0.padded(toRight: 14) }.joined() + "\n"
    }
    let horizons = Self.horizons
    let head = line("played", names, horizons.map(\.name))
    let title =
      "".padded(to: first) + "  taken for".padded(to: widths.reduce(0, +) + 7) + "known\n"
    let rows = names.indices.map { sound in
      line(
        names[sound], table[sound].map { $0 == 0 ? "·" : "\($0)" },
        horizons.map { spread(validation.known(sound: sound, horizon: $0.index)) })
    }
    let all = line(
      "all", names.map { _ in "" }, horizons.map { spread(validation.known(horizon: $0.index)) })
    return title + head + rows.joined() + all + judged
  }

  /// The decisions that players notice: those that start the drum, correct it unheard, and are
  /// kept.
  private static let horizons: [(name: String, index: Int)] = [
    ("by 3 ms", HitFeatures.horizonSeconds.lastIndex { $0 <= 0.003 } ?? 0),
    ("by 12 ms", HitFeatures.horizonSeconds.lastIndex { $0 <= 0.012 } ?? 0),
    ("in the end", HitFeatures.horizonCount - 1),
  ]

  private var certainties: String {
    report.validation.names.count > 1
      ? CertaintyText.table(report.validation.certaintyMeanings)
        + CertaintyText.trades(report.validation) : ""
  }

  /// What is known of sounds struck at once, else which to teach.
  private var pairs: String {
    let known = report.pairOutcomes.map { outcome in
      "Two at once: \(outcome.pair.name.printable) plays both in \(outcome.right.knownHits) of "
        + "\(outcome.right.hits) hits; \(outcome.alone.knownHits) of \(outcome.alone.hits) "
        + "single ones play alone.\n"
    }.joined()
    guard let first = report.pairsToTeach.first else { return known }
    let others = report.pairsToTeach.dropFirst().map { ", \($0.name.printable)" }.joined()
    return "Two at once: Flam can learn \(first.name.printable)\(others), struck together: "
      + "flam learn \(word(profile)) --again --sound \(word(first.name))\n"
  }

  /// A word of a command line, in quotes if it needs them.
  private func word(_ text: String) -> String {
    let text = text.printable
    return text.contains { $0.isWhitespace } ? "'\(text)'" : text
  }

  /// "Strict: about 1 wrong drum in 10 minutes while people talk; misses 2 of 100 hits."
  private var strictnesses: String {
    let lines = report.strictnessMeanings.map { meaning in
      let missed = meaning.unansweredOfHundred.map {
        "; misses \($0 == 0 ? "none" : "\($0)") of 100 hits"
      }
      return
        "\(meaning.strictness)".prefix(1).uppercased() + "\(meaning.strictness)".dropFirst()
        + ": \(Self.wrongDrums(inTenMinutes: meaning.falseHitsInTenMinutes)) "
        + "while people talk\(missed ?? "").\n"
    }
    return lines.isEmpty ? "" : "By --strictness:\n" + lines.joined()
  }

  private static func wrongDrums(inTenMinutes count: Double) -> String {
    if count < 0.5 { return "no wrong drum in 10 minutes" }
    let minutes = Int((10 / count).rounded())
    if minutes > 1 { return "about 1 wrong drum in \(minutes) minutes" }
    let aMinute = max(1, Int((count / 10).rounded()))
    return "about \(aMinute) wrong \(aMinute == 1 ? "drum" : "drums") a minute"
  }

  private var warnings: String { report.warnings.map { "! \("\($0)".printable)\n" }.joined() }

  package init(
    report: LearningReport, profile: String, path: String, keptPath: String?,
    lostSounds: [String] = []
  ) {
    self.report = report
    self.profile = profile
    self.path = path
    self.keptPath = keptPath
    self.lostSounds = lostSounds
  }

  /// The basis of the shares.
  private var judged: String {
    let hits = report.validation.known(horizon: 0)?.hits ?? 0
    return "Known: of \(hits) hits not learned from, each judged by what the others taught.\n"
      + "A range is where the share lies for many more such hits, with a probability of 90 %.\n"
  }

  private func spread(_ share: KnownShare?) -> String {
    share.map { "\($0.word) \($0.spread)" } ?? "–"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    width < 0 ? text.padded(toRight: -width) : text.padded(to: width)
  }

  private func decibels(_ level: Float) -> String { "\(Int(level.rounded()))" }
}
