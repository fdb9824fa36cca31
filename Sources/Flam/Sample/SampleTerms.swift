// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import KitMaking

extension SampleTermsOptions {
  /// The terms to write: those that the player names or, of a new kit where somebody can answer, is
  /// asked for; nil to leave those of the kit.
  ///
  /// - Parameters:
  ///   - old: Those of the kit; nil of a new one.
  ///   - signals: What ends the command; nil to ask nothing.
  func asked(_ old: KitTerms?, _ signals: StopSignals?) throws -> KitTerms? {
    if let old { return terms(besides: old) }
    guard let signals, Terminal.isAnswered else {
      return KitTerms(licence: licence, author: author)
    }
    let licence =
      try licence
      ?? Self.answer(
        "Licence of your sounds? Return: \(KitTerms.usualLicence). CC0-1.0 lets everybody use them.",
        signals)
    let author =
      try author ?? Self.answer("Your name, as the kit shall have it? Return: none.", signals)
    return KitTerms(licence: licence, author: author)
  }

  private static func answer(_ question: String, _ signals: StopSignals) throws -> String? {
    Terminal.report(question)
    while !signals.wait(milliseconds: 30) {
      if let answer = Terminal.newAnswer() { return answer.isEmpty ? nil : answer }
    }
    throw CommandFailure(.brokenOff, "Stopped. Nothing was recorded.")
  }
}
