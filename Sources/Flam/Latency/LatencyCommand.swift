// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

struct LatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency",
    abstract: "Measure the delay from a tap to its drum.",
    discussion: """
        flam latency engine                            needs no sound card
        flam latency tap                               all of it, by your own taps
        flam latency loop --device hw:CARD=USB         the sound card, by a cable
        flam latency stress                            find the best period

      When 'flam play' starts, it prints the delay as far as it is known.
      """,
    subcommands: [
      EngineLatencyCommand.self, LoopLatencyCommand.self, AirLatencyCommand.self,
      TapLatencyCommand.self, StressLatencyCommand.self,
    ])
}
