// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

struct LatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency",
    abstract: "Measure how long it takes from a tap to its sound.",
    subcommands: [
      EngineLatencyCommand.self, LoopLatencyCommand.self, AirLatencyCommand.self,
      TapLatencyCommand.self, StressLatencyCommand.self,
    ])
}
