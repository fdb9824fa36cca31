// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Glibc

@main struct Flam: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flam",
    abstract: "Play drums by tapping near a microphone.",
    discussion: """
      Start with 'flam play' and tap on the table: low, middle and high sounds answer with kick, snare and hi-hat. \
      'flam learn' teaches it your own sounds.
      """,
    version: "0.1.0",
    subcommands: [
      Play.self, Listen.self, Render.self, Learn.self, MeasureLatency.self, Devices.self,
    ])

  /// Runs the command that is asked for; every failure ends in a line or two on standard error and its exit code.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      guard let failure = CommandFailure(error) else { exit(withError: error) }
      Terminal.tell("flam: \(failure.message)")
      Glibc.exit(failure.code.rawValue)
    }
  }
}
