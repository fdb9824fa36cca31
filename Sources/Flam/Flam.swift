// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import CRealtime
import Console
import Glibc
import Plugins

@main struct Flam: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flam",
    abstract: "Play drums by tapping near a microphone.",
    discussion: """
        flam start               set up, teach your own sounds, play
        flam play                tap near the microphone: drums answer
        flam learn me            teach Flam your own sounds
        flam play --profile me   play with them

      In a terminal, 'flam' alone is 'flam start'. Without lessons a low sound plays the \
      kick, a middle one the snare, and a high one the hi-hat. 'flam doctor' helps when it pops or comes late.
      """,
    version: "0.1.0",
    subcommands: [
      Start.self, Play.self, Learn.self, Listen.self, Tune.self, Render.self, KitsCommand.self,
      SampleCommand.self, SessionsCommand.self,
      ReplayCommand.self, SheetCommand.self, ReportCommand.self, RepairCommand.self,
      PerformCommand.self, PatternCommand.self, EffectsCommand.self, PluginsCommand.self,
      WebCommand.self,
      Devices.self,
      DoctorCommand.self,
      LatencyCommand.self,
    ])

  /// Runs the given command; every failure ends in a line or two on standard error and its exit
  /// code.
  static func main() {
    Terminal.prepare()
    if ArgumentText.all.first == PluginHost.argument {
      PluginHost.run(Array(ArgumentText.all.dropFirst()))
    }
    rt_share_heap()
    // A file that has reached its size limit gives an error when written, and does not end the
    // program.
    signal(SIGXFSZ, SIG_IGN)
    endOnMemoryShortage()
    do {
      let isBare = ArgumentText.all.isEmpty && Terminal.isScreen
      var command = try parseAsRoot(isBare ? [Start._commandName] : ArgumentText.all)
      try command.run()
    } catch is Terminal.ReaderGone {
      Glibc.exit(0)
    } catch {
      guard let failure = CommandFailure(error) ?? noCommand() ?? wrongUsage(error) else {
        exit(withError: error)
      }
      Terminal.report("flam: \(failure.message)")
      if let detail = failure.detail { Terminal.report(detail) }
      Glibc.exit(failure.code.rawValue)
    }
  }

  /// Says that there is no command of the name that was typed, and which one is near; nil if there
  /// is one.
  private static func noCommand() -> CommandFailure? {
    guard let typed = ArgumentText.all.first, !typed.hasPrefix("-") else {
      return nil
    }
    let names = configuration.subcommands.map { $0._commandName } + ["help"]
    guard !names.contains(typed) else { return nil }
    let nearest = NearestName.of(typed, among: names).map { "; did you mean 'flam \($0)'?" } ?? ""
    return CommandFailure(
      .usage, "there is no command '\(typed)'\(nearest)",
      detail: "See 'flam --help' for more information.")
  }

  /// Reports it if the system has no more memory; recordings up to then are complete.
  private static func endOnMemoryShortage() {
    let message =
      "flam: the system gives no more memory; end other programs, or raise the limit (ulimit -v)\n"
    guard let lasting = strdup(message) else { return }
    rt_end_on_memory_shortage(lasting, CommandFailure.Code.unavailable.rawValue)
  }

  /// The error of the command line, and where to read on; nil if there is none: help, a measured
  /// verdict.
  private static func wrongUsage(_ error: any Error) -> CommandFailure? {
    guard exitCode(for: error).rawValue == CommandFailure.Code.usage.rawValue else {
      return exitCode(for: error) == .failure ? CommandFailure(.inputOutput, "\(error)") : nil
    }
    let reason = message(for: error).split(separator: "\n").first ?? "wrong usage"
    let help = fullMessage(for: error).split(separator: "\n").last { $0.contains("See '") }
    let advice = help?.trimmingPrefix { $0 == " " } ?? "See 'flam --help' for more information."
    return CommandFailure(.usage, "\(reason)", detail: "\(advice)")
  }
}
