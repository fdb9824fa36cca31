// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

@main struct Flam: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flam",
    abstract: "Play drums by tapping near a microphone.",
    version: "0.1.0",
    subcommands: [Listen.self, Learn.self])
}
