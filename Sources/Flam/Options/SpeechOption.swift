// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

/// Whether what is to be done is also said.
struct SpeechOption: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Say what to do, in your system's language. Default: in a terminal.")
  var speech: Bool?

  /// It is wanted without having been asked for: it may be missing.
  var isOptional: Bool { speech == nil }
  var isWanted: Bool { speech ?? Terminal.isAnswered }
}
