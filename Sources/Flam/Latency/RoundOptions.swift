// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

/// Options of a measurement that plays and hears itself.
struct RoundOptions: ParsableArguments {
  @OptionGroup(title: HelpSection.devices) var devices: DuplexOptions
  @OptionGroup(title: HelpSection.recording) var evidence: EvidenceOption

  var save: String? { evidence.save }

  func validate() throws { try devices.stream.validateForDevices() }
}

/// The file that keeps the sound of a measurement.
struct EvidenceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep the sound in this WAV: left what was played, right what was heard.", valueName: "file"))
  var save: String?
}
