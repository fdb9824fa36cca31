// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles

/// The meaning of a certainty, for people.
package struct CertaintyText: CustomStringConvertible {
  /// The text for the built-in profile.
  package static let guess = "built-in guess, rough; teach it yours with 'flam learn me'"

  let meaning: CertaintyMeaning
  /// The sounds are guessed.
  package var isGuess = false

  /// For one certainty.
  package init(meaning: CertaintyMeaning) { self.meaning = meaning }

  /// For a performance's certainty.
  package init(_ performance: Performance) {
    (meaning, isGuess) = (performance.certaintyMeaning, performance.isGuessing)
  }

  /// For an engine's certainty.
  package init(_ engine: Engine) {
    (meaning, isGuess) = (engine.certaintyMeaning, engine.state.profile?.isGuess ?? false)
  }

  /// All of it in one line.
  package var description: String { lines.joined(separator: " ") }

  /// "Certainty fast: drums start 2.7 ms after the tap, plus buffers.", how often that is right,
  /// and whether the sounds are guessed: lines that fit a terminal.
  package var lines: [String] {
    let start = "Certainty \(meaning.certainty): drums start \(milliseconds) ms after the tap"
    var lines = ["\(start), plus buffers."]
    if let atOnce = meaning.rightAtOnce, let inTheEnd = meaning.rightInTheEnd {
      lines.append(
        "Right at once: \(atOnce.text); in the end: \(inTheEnd.text), of \(atOnce.hits) hits not learned from."
      )
    }
    if let better = meaning.better {
      lines.append("Worth it for your sounds: --certainty \(Self.text(better)).")
    }
    return isGuess ? lines + ["Sounds: \(Self.guess)."] : lines
  }

  /// A line for each certainty; empty if nothing was measured.
  static func table(_ meanings: [CertaintyMeaning]) -> String {
    let rows = meanings.compactMap { meaning -> String? in
      let text = CertaintyText(meaning: meaning)
      guard let atOnce = meaning.rightAtOnce else { return nil }
      return "\(meaning.certainty)".padded(to: 11) + "\(text.milliseconds) ms".padded(toRight: 13)
        + atOnce.text.padded(toRight: 24) + "\n"
    }
    guard !rows.isEmpty, let inTheEnd = meanings.last?.rightInTheEnd else { return "" }
    return "--certainty  drum follows           right at once\n" + rows.joined()
      + "In the end: \(inTheEnd.text). Wrong ones are corrected as they sound. Buffers come on top.\n"
  }

  /// Certainties against the usual one, and the one that is worth its milliseconds; empty if nothing
  /// was measured.
  static func trades(_ validation: CrossValidation) -> String {
    guard let worthwhile = validation.worthwhileCertainty else { return "" }
    let usual = InstrumentSettings().certainty
    let lines = Certainty.allCases.filter { $0 != usual }.compactMap { certainty in
      validation.trade(of: certainty).map { "\(text($0)).\n" }
    }
    let advice = worthwhile == usual ? "\(worthwhile), the usual one" : "--certainty \(worthwhile)"
    return "Against \(usual), the usual one:\n" + lines.joined()
      + "Worth it for your sounds: \(advice).\n"
  }

  /// "sure costs you 2.9 ms and saves 12 corrections in 100 hits".
  static func text(_ trade: CertaintyTrade) -> String {
    let (milliseconds, saved) = (trade.extraMilliseconds, trade.savedOfHundred)
    let count =
      saved == 0
      ? "no correction"
      : abs(saved) == 1 ? "1 correction in 100 hits" : "\(abs(saved)) corrections in 100 hits"
    let (first, second) = milliseconds > 0 ? ("costs", "saves") : ("saves", "costs")
    return
      "\(trade.certainty) \(first) you \(abs(milliseconds).text(places: 1)) ms and \(second) \(count)"
  }

  private var milliseconds: String { meaning.answerMilliseconds.text(places: 1) }
}

extension KnownShare {
  /// "good, 96 % (91–98 %)": a word for the share of the hits, the share, and its range for many more
  /// such hits, with a probability of 90 %.
  package var text: String { "\(word), \(Self.percent(share)) % (\(spread))" }

  /// Good from 19 of 20 hits on, fair from 17 of 20 on, else poor.
  package var word: String {
    switch share {
    case 0.95...: "good"
    case 0.85...: "fair"
    default: "poor"
    }
  }

  /// "88–97 %": the range of the share for many more such hits, with a probability of 90 %.
  package var spread: String {
    let interval = interval()
    return "\(Self.percent(interval.lowerBound))–\(Self.percent(interval.upperBound)) %"
  }

  private static func percent(_ share: Double) -> Int { Int((100 * share).rounded()) }
}
