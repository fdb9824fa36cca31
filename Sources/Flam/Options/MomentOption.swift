// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import DSP

/// `--why`: one moment is explained.
struct MomentOption: ParsableArguments {
  /// So long after the moment it is certain what became of its sounds, in seconds.
  private static let certainSeconds = 0.3

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Explain what was heard at this second, and why it was answered or not.",
      valueName: "seconds"))
  var why: Double?

  func validate() throws {
    if let why, !(why >= 0 && why < 1e6) {
      throw ValidationError("--why must be 0 or more seconds, not \(why).")
    }
  }

  /// Hearing may end then; nil if no moment is explained.
  var endSeconds: Double? { why.map { $0 + Self.certainSeconds } }

  /// Checks that the moment lies within a recording.
  func check(lengthSeconds: Double, of path: String) throws(CommandFailure) {
    guard let why, why > lengthSeconds else { return }
    throw CommandFailure(
      .usage,
      "cannot explain second \(why.text(places: 3)) of '\(path)': it lasts "
        + "\(lengthSeconds.text(places: 3)) s; give a time within it")
  }
}
