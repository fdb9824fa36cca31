// SPDX-License-Identifier: GPL-3.0-or-later

/// A command's change, and the frame from which it holds; as JSON the command's object with a
/// `"frame"`.
@dynamicMemberLookup
public struct CommandEffect<Command: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  /// The change.
  public let command: Command
  /// The output frame from which it is heard; for a change of hearing, the first input frame heard
  /// with it.
  public internal(set) var frame: Int

  private enum Key: String, CodingKey { case frame }

  /// A change from a frame on.
  public init(_ command: Command, frame: Int) { (self.command, self.frame) = (command, frame) }

  /// A value of the command.
  public subscript<Value>(dynamicMember path: KeyPath<Command, Value>) -> Value {
    command[keyPath: path]
  }

  /// Reads a command with its frame.
  public init(from decoder: Decoder) throws {
    command = try Command(from: decoder)
    frame = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .frame)
  }

  /// Writes the command and its frame into one object.
  public func encode(to encoder: Encoder) throws {
    try command.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(frame, forKey: .frame)
  }
}
