// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import TestSupport
import Testing

@testable import Flam
@testable import Reports
@testable import Screen

@Suite(.waiting) struct HelpTests {
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }

  @Test("flam alone lists its commands")
  func overview() throws {
    let outcome = try flam()
    #expect(outcome.exitCode == 0)
    for command in ["play", "listen", "render", "learn", "kits", "latency", "devices", "doctor"] {
      #expect(outcome.output.contains("  \(command) "))
    }
  }

  @Test(
    "every command explains itself and its defaults", .slow,
    arguments: [
      ("play", ["Ctrl-C", "--take", "--record", "default: 64", "default: 48000"]),
      ("listen", ["Ctrl-C", "--json", "flam listen taps.wav"]),
      ("render", ["same bits", "--events", "--seed"]),
      ("learn", ["--take", "flam play --profile"]),
      ("latency engine", ["--budget", "default: 23", "milliseconds"]),
      ("latency loop", ["cable", "--save", "default: 23", "69"]),
      ("latency air", ["quiet", "--save", "first sound", "65"]),
      ("latency tap", ["--recording", "--save", "--plot", "default: 20"]),
      ("kits", ["Hydrogen", "DrumGizmo", "show", "check"]),
      ("kits check", ["--plot", "--json", "Ends with 65"]),
      ("sheet", ["--tempo", "--quantise", "MuseScore", "6/8"]),
      ("report", ["--tempo", "phone", "browser"]),
      ("replay", ["--hits", "startFrame", "--profile"]),
      ("devices", ["--json", "plughw:"]),
      ("doctor", ["--json", "PASS", "Ends with 2"]),
    ])
  func help(command: String, words: [String]) throws {
    let outcome = try flam.run(command.split(separator: " ").map(String.init) + ["--help"])
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
    for word in words { #expect(outcome.output.contains(word)) }
  }

  @Test(
    "commands that only listen offer no device to play on", arguments: ["listen", "learn", "tune"])
  func noOutput(command: String) throws {
    let help = try flam(command, "--help").output
    #expect(help.contains("--input") && !help.contains("--output"))
    #expect(try flam(command, "x", "--output", "default").exitCode == 64)
  }

  @Test(
    "a mistyped command is reported with the nearest one",
    arguments: [("session", "sessions"), ("paly", "play"), ("lern", "learn")])
  func mistyped(typed: String, meant: String) throws {
    let outcome = try flam.run([typed])
    #expect(outcome.exitCode == 64)
    let line = "flam: there is no command '\(typed)'; did you mean 'flam \(meant)'?"
    #expect(outcome.errorLines.first.map(String.init) == line)
  }

  @Test(
    "wrong usage ends with 64 and two lines: the error, and where to read on", .slow,
    arguments: [
      "nonsense", "play --nonsense", "render take.wav", "listen a b", "learn", "learn me --take x",
      "render a b --period 0", "render a b --period x", "render a b --seed -1",
      "render a b --gain 25", "render a b --gain nan", "play --period 8", "play --periods 1",
      "play --rate 100", "play --seconds 0", "play --seconds nan", "play --loop --input x",
      "play --take a --input default", "play --input-channel 0", "listen a --device default",
      "listen --seconds -1", "tune a b", "tune a --device x", "tune a --a4 100",
      "latency engine --budget 0", "latency loop --budget 0",
      "latency air --period 8", "latency engine --periods 17", "latency engine --plot a.pdf",
      "latency tap --taps 2", "latency tap --recording a --save b", "play --budget 0",
    ])
  func wrongUsage(line: String) throws {
    let outcome = try flam.run(line.split(separator: " ").map(String.init))
    #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.errorLines.first?.hasPrefix("flam: ") == true)
    #expect(outcome.errorLines.last?.contains("--help") == true)
  }

  @Test("without a sound device, devices says so and lists none")
  func devices() throws {
    let text = try flam("devices")
    let json = try flam("devices", "--json")
    #expect(text.exitCode == 0 && json.exitCode == 0)
    #expect(text.output.isEmpty && json.output.isEmpty)
    #expect(text.errors.contains("no sound device"))
  }

  /// The usual width of a terminal.
  private static let columns = 80

  /// No command is let off with two: if it has fewer forms ('devices', 'doctor', 'kits list'), the
  /// third shows what people do next.
  private static let fewestExamples = 3

  /// Every command and subcommand, `flam` itself first.
  static let commands = CommandHelp.all()

  @Test("the tree is walked to its leaves")
  func walk() {
    let names = Self.commands.map(\.name)
    #expect(names.first == "flam" && Set(names).count == names.count)
    for name in ["flam play", "flam kits check", "flam latency stress"] {
      #expect(names.contains(name))
    }
  }

  @Test("no line of any help is wider than a terminal", .slow, arguments: commands)
  func width(command: CommandHelp) throws {
    for line in try help(command).split(separator: "\n") {
      #expect(line.count <= Self.columns, "\(command.name): \(line)")
    }
  }

  @Test("no line of what can be typed while playing is wider than a terminal, nor its table's head")
  func typedWidth() {
    let table = "\(TypedCommand.help)\n\(HitText.header)"
    for line in table.split(separator: "\n") { #expect(line.count <= Self.columns, "\(line)") }
  }

  @Test("every help opens with three examples, each whole on its line", .slow, arguments: commands)
  func examples(command: CommandHelp) throws {
    let opening = command.examples
    #expect(opening.count >= Self.fewestExamples, "\(command.name): \(opening.count) examples")
    let shown = try help(command).split(separator: "\n", omittingEmptySubsequences: false)
    for line in opening { #expect(shown.contains(line[...]), "\(command.name): \(line)") }
    // The overview is one line; after a blank one the examples begin.
    #expect(shown.dropFirst(2).first.map(String.init) == opening.first, "\(command.name)")
  }

  @Test("every example parses, and one at least shows its own command", .slow, arguments: commands)
  func parsing(command: CommandHelp) throws {
    for line in command.examples {
      let words = CommandHelp.words(line)
      #expect(throws: Never.self, "\(line)") { try Flam.parseAsRoot(Array(words.dropFirst())) }
    }
    let own = command.examples.filter { "\($0.dropFirst(2)) ".hasPrefix("\(command.name) ") }
    #expect(!own.isEmpty, "\(command.name)")
  }

  @Test("options stand under the same titles everywhere, in one order", .slow, arguments: commands)
  func groups(command: CommandHelp) throws {
    for option in command.options {
      #expect(
        HelpSection.all.contains(option.sectionTitle ?? ""), "\(command.name) \(option.label)")
    }
    let titles = try help(command).split(separator: "\n").compactMap { line in
      HelpSection.all.firstIndex { "\($0.uppercased()):" == line }
    }
    #expect(titles == titles.sorted(), "\(command.name)")
  }

  @Test("no option is without help", arguments: commands)
  func explained(command: CommandHelp) {
    for option in command.options {
      #expect(option.abstract?.isEmpty == false, "\(command.name) \(option.label)")
    }
  }

  @Test("help says hit and pop, as the glossary does", .slow, arguments: commands)
  func words(command: CommandHelp) throws {
    // The name of a file stays as it is.
    let text = try help(command).lowercased().replacing("strokes.jsonl", with: "")
    for word in ["stroke", "xrun", "precursor"] {
      #expect(!text.contains(word), "\(command.name): \(word)")
    }
  }

  private func help(_ command: CommandHelp) throws -> String {
    let outcome = try flam.run(command.path + ["--help"])
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
    return outcome.output
  }
}
