// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import Storage

/// A message from a page: a command of the engine as JSON, or a question such as `{"ask":"choices"}`, with a number `ref` for
/// the reply.
struct PageCommand: Decodable {
  /// A command or a question.
  enum Kind {
    case command(EngineCommand)
    case question(PageQuestion)
  }

  let ref: Int?
  let kind: Kind

  private enum Key: String, CodingKey { case ref, ask }

  /// Reads a message.
  init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    ref = try container.decodeIfPresent(Int.self, forKey: .ref)
    kind =
      container.contains(.ask)
      ? .question(try PageQuestion(from: decoder)) : .command(try EngineCommand(from: decoder))
  }

  /// Decodes a message; nil if it is malformed.
  static func read(_ text: [UInt8]) -> PageCommand? {
    try? JSONDecoder().decode(PageCommand.self, from: Data(text))
  }

  /// The command for the engine; an error if no page may send it.
  static func admitted(
    _ command: EngineCommand, _ host: PageHost
  ) throws(EngineError) -> EngineCommand {
    do throws(CommandRefusal) {
      return try command.admitted(from: .page, by: host.commands)
    } catch {
      throw self.error(error, command)
    }
  }

  private static func error(_ refusal: CommandRefusal, _ command: EngineCommand) -> EngineError {
    switch refusal {
    case .forbidden:
      EngineError(
        "carry out '\(command.name)'", reason: "a page may not do that",
        advice: "do it where Flam was started")
    case .unknown(let kind, let name):
      EngineError(
        "take the \(kind) '\(PathText.name(name))'", reason: "there is none of that name",
        advice: "pick one from the list")
    case .place(let operation):
      EngineError(
        operation, reason: "a page may not choose the folder",
        advice: "leave the path out: Flam chooses it")
    }
  }
}
