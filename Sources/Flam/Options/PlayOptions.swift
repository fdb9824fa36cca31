// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Instrument
import Latency
import SoundFiles

/// The sound file that replaces the microphone.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sound file in place of the microphone, in real time.", valueName: "file"))
  var take: String?

  @Flag(help: "Repeat the take, also the bundled one.")
  var loop = false
}

/// The gain of the microphone in the output.
struct MonitorOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Also play the microphone, at this gain in dB (-60...12). It is kept from howling.
      """, valueName: "decibels"))
  var monitor: Float?

  func validate() throws {
    guard InstrumentSettings.monitorGainsDecibels.contains(monitor ?? 0) else {
      throw ValidationError("--monitor must lie in -60...12, not \(monitor ?? 0).")
    }
  }
}

/// Learning before and during playing.
struct AdaptingOptions: ParsableArguments {
  @Flag(help: "Keep what Flam learned, without asking. PROFILE.json.bak is the old profile.")
  var keepLearned = false

  @Flag(help: "Measure with a soft tone of 2 s how your drums come back to the microphone.")
  var sweep = false
}

/// The longest delay, and the remedy for pops.
struct BufferOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      Take a larger period after \(AutoBuffer.mostPops) pops in \(Int(AutoBuffer.windowSeconds)) s. Default: yes, \
      unless --period is given.
      """)
  var autoBuffer: Bool?

  @Option(parsing: .unconditional, help: .budget)
  var budget = LatencyReport.defaultBudgetMilliseconds
}

/// The output of `play`.
struct PlayOutputOptions: ParsableArguments {
  @OptionGroup var common: JSONOption

  @Flag(help: "Print lines in place of the screen.")
  var plain = false

  @Flag(help: "Forget the kit and the sounds that you chose on the screen last time.")
  var fresh = false

  @Flag(help: "Print all figures: first the parts of the delay, at the end levels and blocks, too.")
  var verbose = false

  @Flag(help: "With --json: print all events, not only hits.")
  var events = false

  @Flag(help: "With --json: print the levels 20 times a second.")
  var meters = false
}
