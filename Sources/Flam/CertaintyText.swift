// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// What a certainty means, for people.
struct CertaintyText: CustomStringConvertible {
  let meaning: CertaintyMeaning

  /// One line: "Certainty fast: drums start 2.7 ms after the tap, buffers aside; …".
  var description: String {
    var text =
      "Certainty \(meaning.certainty): drums start \(milliseconds) ms after the tap, buffers aside"
    if let atOnce = meaning.rightAtOnce, let inTheEnd = meaning.rightInTheEnd {
      text +=
        "; \(percent(atOnce)) % of the profile's examples are right at once, \(percent(inTheEnd)) % in the end"
    }
    return text + "."
  }

  /// A line for each certainty; empty where nothing was measured.
  static func table(_ meanings: [CertaintyMeaning]) -> String {
    let rows = meanings.compactMap { meaning -> String? in
      let text = CertaintyText(meaning: meaning)
      guard let atOnce = meaning.rightAtOnce else { return nil }
      return "\(meaning.certainty)".padded(to: 11) + "\(text.milliseconds) ms".padded(toRight: 13)
        + "\(text.percent(atOnce)) %".padded(toRight: 15) + "\n"
    }
    guard !rows.isEmpty, let inTheEnd = meanings.last?.rightInTheEnd else { return "" }
    let share = Int((100 * inTheEnd).rounded())
    return "--certainty  drum follows  right at once\n" + rows.joined()
      + "In the end \(share) % are right: wrong ones are corrected as they sound. Buffers come on top.\n"
  }

  private var milliseconds: String { meaning.answerMilliseconds.text(places: 1) }
  private func percent(_ share: Double) -> String { "\(Int((100 * share).rounded()))" }
}
