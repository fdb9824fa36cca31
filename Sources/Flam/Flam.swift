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
      Play.self, Listen.self, Render.self, Learn.self, KitsCommand.self, LatencyCommand.self,
      LimiterCommand.self, Devices.self, DoctorCommand.self, ReplayCommand.self,
      SessionsCommand.self, SheetCommand.self, ReportCommand.self, RepairCommand.self,
    ])

  /// Runs the command that is asked for; every failure ends in a line or two on standard error and its exit code.
  static func main() {
    Terminal.prepare()
    // A file that may grow no more is an error where it is written, and not the end of the program.
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch is Terminal.ReaderGone {
      Glibc.exit(0)
    } catch {
      guard let failure = CommandFailure(error) ?? wrongUsage(error) else { exit(withError: error) }
      Terminal.tell("flam: \(failure.message)")
      Glibc.exit(failure.code.rawValue)
    }
  }

  /// What is wrong with the command line, and where to read on; nil for what is no error: help, a measured verdict.
  private static func wrongUsage(_ error: any Error) -> CommandFailure? {
    guard exitCode(for: error).rawValue == CommandFailure.Code.usage.rawValue else { return nil }
    let reason = message(for: error).split(separator: "\n").first ?? "wrong usage"
    let help = fullMessage(for: error).split(separator: "\n").last { $0.contains("See '") }
    let advice = help?.trimmingPrefix { $0 == " " } ?? "See 'flam --help' for more information."
    return CommandFailure(.usage, "\(reason)\n\(advice)")
  }
}
