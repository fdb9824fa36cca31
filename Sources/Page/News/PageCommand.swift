// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import Storage

/// What a page asks for: a command of the engine as JSON, or a question such as `{"ask":"choices"}`, with a number `ref` for
/// the answer.
struct PageCommand: Decodable {
  /// What it is.
  enum Wish {
    case command(EngineCommand)
    case question(PageQuestion)
  }

  let ref: Int?
  let wish: Wish

  private enum Key: String, CodingKey { case ref, ask }

  /// Reads a message.
  init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    ref = try container.decodeIfPresent(Int.self, forKey: .ref)
    wish =
      container.contains(.ask)
      ? .question(try PageQuestion(from: decoder)) : .command(try EngineCommand(from: decoder))
  }

  /// The message in a text; nil where it is none.
  static func read(_ text: [UInt8]) -> PageCommand? {
    try? JSONDecoder().decode(PageCommand.self, from: Data(text))
  }

  /// The command as the engine gets it: kits and profiles of the lists by their names, new files where Flam puts them, and
  /// nothing that would end the playing or touch other files.
  static func admitted(
    _ command: EngineCommand, _ host: PageHost
  ) throws(EngineError) -> EngineCommand {
    switch command {
    case .noteOn(var note):
      (note.source, note.id) = (.page, nil)
      return .noteOn(note)
    case .choke(var choke):
      choke.source = .page
      return .choke(choke)
    case .noteOff, .strip, .endSolo, .bus, .tempo, .hearing, .soundPad, .startBacking,
      .stopBacking, .endRecording, .endSession, .sweep, .trigger, .undo:
      return command
    case .kit(let kit):
      guard let found = host.kits.list().first(where: { $0.name == kit.name }) else {
        throw unknown("kit", kit.name)
      }
      return .kit(EngineCommand.Kit(name: found.path))
    case .profile(let profile):
      guard host.profiles.list().contains(profile.name) else {
        throw unknown("profile", profile.name)
      }
      return .profile(EngineCommand.Profile(name: profile.name))
    case .record(let record):
      guard record.path.isEmpty else { throw pathGiven("record") }
      return .record(EngineCommand.Record(path: host.recordingPath()))
    case .session(let session):
      guard session.folder == nil else { throw pathGiven("keep a session") }
      return command
    case .loadBacking, .period, .quit:
      throw EngineError(
        "carry out '\(command.name)'", reason: "a page may not do that",
        advice: "do it where Flam was started")
    }
  }

  private static func unknown(_ kind: String, _ name: String) -> EngineError {
    EngineError(
      "take the \(kind) '\(PathText.name(name))'", reason: "there is none of that name",
      advice: "pick one from the list")
  }

  private static func pathGiven(_ operation: String) -> EngineError {
    EngineError(
      operation, reason: "a page may not say where", advice: "leave the place out: Flam has its own"
    )
  }
}
