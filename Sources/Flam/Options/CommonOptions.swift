// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO

/// `--json`: output for programs.
struct JSONOption: ParsableArguments {
  @Flag(help: "Print JSON: one object a line, on standard output.")
  var json = false
}

/// `--force`: existing files may be replaced.
struct ForceOption: ParsableArguments {
  @Flag(help: "Overwrite what exists.")
  var force = false
}

/// `--seconds`: the command ends by itself.
struct SecondsOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Stop after this many seconds.", valueName: "seconds"))
  var seconds: Double?
}

/// The kit that plays and the profile that is heard with.
struct DrumOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Name or path of a kit; 'flam kits' lists them. Default: the bundled kit.",
      valueName: "name"))
  var kit: String?

  @OptionGroup var known: ProfileOption
}

/// The profile that is heard with.
struct ProfileOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Name or path of a profile, made by 'flam learn'. Default: a rough guess at low, middle and high sounds.
      """, valueName: "name"))
  var profile: String?
}

/// The size of the blocks in which a sound file is processed.
struct BlockOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frames in a block (\(StreamSettings.fileBlocksFrames)). The result does not depend on it.",
      valueName: "frames"))
  var period = StreamSettings().periodFrames

  func validate() throws {
    guard StreamSettings.fileBlocksFrames.contains(period) else {
      throw ValidationError(
        "--period must lie in \(StreamSettings.fileBlocksFrames) frames, not \(period).")
    }
  }
}
