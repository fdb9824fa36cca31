// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Glibc
import Kits
import Storage

/// Carries out a line that a player types while playing: a change of hearing or of the mixer, a
/// recording, the end, else the name of a kit.
struct TypedCommand {
  /// The typed commands, a line each.
  static let help = [
    LooperCommand.help, MixCommand.help, FxCommand.help, ModCommand.help, PadCommand.help,
    TeachCommand.help, TidyCommand.help,
    HearingCommand.help, TransportCommand.help, SpectrumCommand.help, PortCommand.help,
  ].joined(separator: "\n")

  private let engine: Engine
  private let sounds: NewSounds
  private let ports: OpenPorts

  init(_ engine: Engine, _ sounds: NewSounds, _ ports: OpenPorts = .none) {
    (self.engine, self.sounds, self.ports) = (engine, sounds, ports)
  }

  /// Carries out a typed line and returns the answer, a line each.
  func carryOut(_ line: String) -> [String] {
    let words = line.lowercased().split(separator: " ").map(String.init)
    if words == ["undo"] { return undo() }
    if words == ["kits"] { return kitLines }
    if words.first == "help" { return Self.help(words.dropFirst().joined(separator: " ")) }
    if let lack = MicrophoneLack.answer(to: line, in: engine.state) { return [lack] }
    if let answer = answer(to: line) { return answer }
    let kits = KitLocator()
    let isThere = line.contains("/") || FileSystem.exists(line) || (try? kits.kit(line)) != nil
    guard isThere else { return [unknown(line, kits)] }
    if isPlayed(line, kits) { return ["'\(line)' plays already"] }
    do { try engine.perform(.kit(EngineCommand.Kit(name: line))) } catch {
      return ["\(error); the kit before plays on"]
    }
    return []
  }

  /// The answer of the first command that a line is one of; nil if it is none.
  private func answer(to line: String) -> [String]? {
    let commands: [(String) -> [String]?] = [
      TeachCommand(sounds).carryOut, TidyCommand(engine).carryOut, PadCommand(engine).carryOut,
      HearingCommand(engine).carryOut, TransportCommand(engine).carryOut,
      SpectrumCommand(engine).carryOut, LooperCommand(engine).carryOut,
      PortCommand(engine, ports).carryOut, FxCommand(engine).carryOut, ModCommand(engine).carryOut,
      MixCommand(engine).carryOut,
    ]
    for carryOut in commands {
      if let answer = carryOut(line) { return answer }
    }
    return nil
  }

  /// All kits that are found, the one that plays marked.
  private var kitLines: [String] {
    let played = engine.state.kit?.path
    return ["The name of a kit and Return plays it:"]
      + KitLocator().kits.map {
        "  \($0.name.printable)" + (FileNames.absolute($0.path) == played ? "  (plays)" : "")
      }
  }

  private func undo() -> [String] {
    do throws(EngineError) {
      let undone = try engine.undo()
      return ["undone: \(undone.text)"]
    } catch {
      return [MixCommand.message(error)]
    }
  }

  /// The commands that concern a word; all of them for an empty one.
  static func help(_ word: String) -> [String] {
    let lines = help.split(separator: "\n").map(String.init)
    guard !word.isEmpty else { return lines }
    let about = entries(lines).filter { $0.contains { $0.lowercased().contains(word) } }.flatMap(
      \.self)
    return about.isEmpty ? ["nothing that can be typed has to do with '\(word)':"] + lines : about
  }

  /// Lines with their indented continuations.
  private static func entries(_ lines: [String]) -> [[String]] {
    lines.reduce(into: []) { entries, line in
      if line.hasPrefix(" "), let last = entries.indices.last {
        entries[last].append(line)
      } else {
        entries.append([line])
      }
    }
  }

  /// All of a kit plays, and no other is on its way.
  private func isPlayed(_ name: String, _ kits: KitLocator) -> Bool {
    guard let played = engine.state.kit, played.isWhole, engine.state.loading == nil,
      let path = try? kits.kit(name)
    else { return false }
    return played.path == FileNames.absolute(path)
  }

  /// "'snaer -3' is no command, drum or kit; did you mean 'snare -3'? …"
  private func unknown(_ line: String, _ kits: KitLocator) -> String {
    let text = "'\(line)' is no command, drum or kit; "
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    if words.first?.lowercased() == "sample" {
      return "in another terminal, 'flam sample mouth' makes a kit of your own sounds; then type "
        + "'mouth' here"
    }
    if Grooves.path(ofName: line) != nil {
      return "'\(line)' is a groove: 'pattern \(line)' plays it along"
    }
    if engine.state.kit?.pads(named: line.lowercased()).isEmpty == false {
      return "'\(line)' is a drum: write after it what changes, as in '\(line) -3' "
        + "(its gain in dB), '\(line) pan 0.3' or '\(line) delay -12'"
    }
    let pads = engine.state.kit?.pads ?? []
    let first =
      HearingCommand.verbs + TransportCommand.verbs + MixCommand.firstWords + FxCommand.verbs
      + ModCommand.verbs + PadCommand.verbs + LooperCommand.verbs
      + TeachCommand.verbs + TidyCommand.verbs + PortCommand.verbs + SpectrumCommand.verbs
      + ["help", "kits"]
      + pads.flatMap(\.names)
    if let kit = NearestName.of(line, among: kits.kits.map(\.name)) {
      return text + "did you mean '\(kit)'?"
    }
    if let word = words.first, let nearest = NearestName.of(word.lowercased(), among: first) {
      let meant = ([nearest] + words.dropFirst()).joined(separator: " ")
      return text + "did you mean '\(meant)'? Type 'help' for the commands"
    }
    return text + "type 'help' for the commands, 'kits' for the kits"
  }
}
