// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Instrument
import Plugins
import Profiles

struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "List the LV2 plug-ins of this machine, and what can be set.",
    discussion: """
        flam plugins
        flam plugins delay            those with this word in name or address
        flam fx in.wav out.wav --fx lv2:uri=URI:gain=-6          use one

      Each is loaded and tried for a moment in a process of its own. One that crashes or \
      hangs there is left out, and named. Debian's packages mda-lv2, swh-lv2 and \
      x42-plugins bring some.
      """)

  /// What is listed.
  struct Choice: ParsableArguments {
    @Argument(help: "Only those with this word in their name or address.")
    var word: String?
  }

  @OptionGroup(title: HelpSection.need) var choice: Choice
  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  func run() throws {
    let scan: PluginScan
    do { scan = try PluginScan() } catch {
      throw CommandFailure(
        .unavailable, "cannot try the plug-ins: \(error); end other programs, and try again")
    }
    for plugin in scan.leftOut {
      Terminal.report("left out '\(plugin.name)': \(plugin.reason)")
    }
    let listed = scan.plugins.filter { plugin in
      choice.word.map { plugin.has(word: $0.lowercased()) } ?? true
    }
    for plugin in listed {
      try Terminal.printLines(output.json ? [plugin.jsonLine] : plugin.textLines)
    }
    guard listed.isEmpty else { return }
    Terminal.report(
      choice.word.map { "There is no LV2 plug-in with '\($0)' in its name." }
        ?? "There is no LV2 plug-in on this machine; 'apt install mda-lv2' brings some.")
  }
}

extension Plugin {
  /// Its name or address has a word, in small letters.
  fileprivate func has(word: String) -> Bool {
    title.lowercased().contains(word) || uri.lowercased().contains(word)
  }

  /// Describes it in a few lines.
  fileprivate var textLines: [String] {
    if let refusal { return [title, "  \(uri)", "  cannot be used: \(refusal)"] }
    let promise =
      isHardRealtimeCapable
      ? "fit for playing" : "its maker does not promise that it is always in time"
    return [
      title, "  lv2:uri=\(uri)", "  \(channelText), \(latencyFrames ?? 0) frames late; \(promise)",
    ]
      + parameters.map { parameter in
        let (least, most) = (parameter.least, parameter.most)
        return
          "  \(parameter.symbol)=\(ParameterScale.digits(least))...\(ParameterScale.digits(most)) "
          + "(\(ParameterScale.digits(parameter.usual)))  \(parameter.title)"
      }
  }

  private var channelText: String { inputs == 1 ? "1 channel" : "\(inputs) channels" }
}
