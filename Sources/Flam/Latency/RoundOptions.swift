// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

/// What every measurement takes that plays and hears itself.
struct RoundOptions: ParsableArguments {
  @OptionGroup var devices: DuplexOptions

  @Option(
    help: ArgumentHelp(
      "Keep the evidence in this WAV: on the left what was played, on the right what was heard.",
      valueName: "file"))
  var save: String?

  func validate() throws { try devices.stream.validateForDevices() }
}
