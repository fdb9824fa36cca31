// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Screen

/// Whether requests are also spoken.
struct SpeechOption: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Say what to do, in your system's language. Default: in a terminal.")
  var speech: Bool?

  var choice: SpeechChoice {
    SpeechChoice(isWanted: speech ?? Terminal.isAnswered, isOptional: speech == nil)
  }
}
