// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

struct LatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency",
    abstract: "Measure how long it takes from a tap to its sound.",
    discussion: """
      'engine' needs nothing but this machine; 'tap' is the whole truth, by your own taps, a microphone and \
      loudspeakers. 'loop' (a cable) and 'air' find what the sound card adds, 'stress' the smallest period to play with. \
      'flam play' tells what is known of the delay when it starts.

        flam latency engine
        flam latency tap
        flam latency loop --device hw:CARD=USB,DEV=0
      """,
    subcommands: [
      EngineLatencyCommand.self, LoopLatencyCommand.self, AirLatencyCommand.self,
      TapLatencyCommand.self, StressLatencyCommand.self,
    ])
}
