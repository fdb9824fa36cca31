// SPDX-License-Identifier: GPL-3.0-or-later

/// A command and the output frame at which it takes place; as JSON the object of the command with a
/// `"frame"`.
public struct ScheduledCommand: Codable, Sendable, Equatable {
  /// The command.
  public var command: EngineCommand
  /// The output frame; nil for as soon as possible, or if the command itself has one.
  public var frame: Int?

  private enum Key: String, CodingKey { case frame }

  /// A command at a frame.
  public init(_ command: EngineCommand, atFrame frame: Int? = nil) {
    (self.command, self.frame) = (command, frame)
  }

  /// Reads a command with its frame.
  public init(from decoder: Decoder) throws {
    command = try EngineCommand(from: decoder)
    guard !command.isNote else { return }
    frame = try decoder.container(keyedBy: Key.self).decodeIfPresent(Int.self, forKey: .frame)
  }

  /// Writes the command and its frame into one object.
  public func encode(to encoder: Encoder) throws {
    try command.encode(to: encoder)
    guard let frame, !command.isNote else { return }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(frame, forKey: .frame)
  }
}
