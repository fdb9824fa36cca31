// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import Flam

/// A command as ArgumentParser describes it.
struct CommandHelp: Decodable, CustomTestStringConvertible {
  /// An option, a flag or an argument.
  struct Item: Decodable {
    struct Name: Decodable { let name: String }

    let sectionTitle: String?
    let shouldDisplay: Bool
    let names: [Name]?
    let valueName: String?
    let abstract: String?

    var label: String { names?.first.map { "--\($0.name)" } ?? "<\(valueName ?? "")>" }
  }

  private struct Tool: Decodable { let command: CommandHelp }

  let superCommands: [String]?
  let commandName: String
  let discussion: String?
  let subcommands: [CommandHelp]?
  private let arguments: [Item]?

  /// "flam kits check".
  var name: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

  /// The words typed after `flam`.
  var path: [String] { name.split(separator: " ").dropFirst().map(String.init) }

  var testDescription: String { name }

  /// The command's options, without those that the parser gives to every command.
  var options: [Item] {
    (arguments ?? []).filter { item in
      !(item.names ?? []).contains { ["help", "version"].contains($0.name) }
    }
  }

  /// The lines before the first blank one that show a command.
  var examples: [String] {
    (discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("  flam ") }.map(String.init)
  }

  /// Every command, without the `help` that the parser adds.
  static func all() -> [CommandHelp] {
    // Decoding only fails with another version of the parser, and then nothing here means anything.
    guard let tool = try? JSONDecoder().decode(Tool.self, from: Data(Flam._dumpHelp().utf8)) else {
      return []
    }
    return tool.command.tree
  }

  private var tree: [CommandHelp] {
    [self] + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap(\.tree)
  }

  /// The words of an example, as a shell takes them; text after two blanks explains.
  static func words(_ line: String) -> [String] {
    var words = [""]
    var isQuoted = false
    let command = line.trimmingPrefix { $0 == " " }
    for character in command[..<(command.firstRange(of: "  ")?.lowerBound ?? command.endIndex)] {
      switch character {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words
  }
}
