// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A player's action, as one line of a session's `journal.jsonl`: a command and the frame at which
/// it took effect, or a note. In order, the entries lead to the same drums, mixer and hearing
/// again.
///
/// A command's line is the command's own JSON with an added `"mixFrame"` or `"inputFrame"`; a
/// note's is its event.
public struct JournalEntry: Sendable {
  /// Which frames count for a command.
  enum Clock { case mix, input, pause, drums }

  /// When a command takes effect.
  package enum Moment: Sendable, Equatable {
    /// From a frame of the mix on.
    case mix(frame: Int)
    /// From a frame of the input on.
    case input(frame: Int)
    /// While nothing is heard or played: before both of these frames.
    case pause(mixFrame: Int, inputFrame: Int)
    /// With the loop call in which other drums had arrived: ``LoopCallRun/arrivedDrums``.
    case drums

    /// Its frame; of two, the mix frame; 0 for none.
    package var frame: Int {
      switch self {
      case .mix(let frame), .input(let frame), .pause(let frame, _): frame
      case .drums: 0
      }
    }
  }

  enum Content {
    case command(any PerformanceCommand, at: Moment)
    case note(EngineEvent.Note)
  }

  let content: Content

  init(_ command: some PerformanceCommand, at moment: Moment) {
    content = .command(command, at: moment)
  }

  /// A note that was played.
  package init(_ note: EngineEvent.Note) { content = .note(note) }

  /// The note that was played; nil if it is a command.
  package var note: EngineEvent.Note? {
    if case .note(let note) = content { note } else { nil }
  }

  /// When the command took effect; nil if it is a note.
  package var moment: Moment? {
    if case .command(_, let moment) = content { moment } else { nil }
  }

  /// The command, if it is of this type.
  package func command<Command>(_ type: Command.Type) -> Command? {
    if case .command(let command, _) = content { command as? Command } else { nil }
  }

  /// The event that reports it; nil for none.
  ///
  /// - Parameter leadFrames: Frames of the mix count from so many later on.
  package func event(of performance: Performance, leadFrames: Int = 0) -> EngineEvent? {
    switch content {
    case .command(let command, .mix(let frame)):
      command.event(atFrame: frame - leadFrames, of: performance)
    case .command(let command, let moment):
      command.event(atFrame: moment.frame, of: performance)
    case .note(let note): .note(note)
    }
  }
}

extension JournalEntry {
  /// The longest session, in frames, including the playing before it.
  static let frames = 0...1 << 38

  /// An error if its frame or a value is impossible: it can come from a file.
  package func check() throws(EngineError) {
    switch content {
    case .command(let command, let moment):
      var frames = [moment.frame]
      if case .pause(_, let inputFrame) = moment { frames.append(inputFrame) }
      if let frame = frames.first(where: { !Self.frames.contains($0) }) {
        throw EngineError(
          command.operation, reason: "no session has a frame \(frame)",
          advice: "give one in 0...\(Self.frames.upperBound)")
      }
      try command.checkBounds()
    case .note(let note): try note.checkBounds()
    }
  }
}

extension JournalEntry: Equatable {
  /// The same command at the same moment, or the same note.
  public static func == (one: JournalEntry, other: JournalEntry) -> Bool {
    switch (one.content, other.content) {
    case (.command(let command, let moment), .command(let otherCommand, let otherMoment)):
      moment == otherMoment && command.isSame(as: otherCommand)
    case (.note(let note), .note(let otherNote)): note == otherNote
    default: false
    }
  }
}

extension JournalEntry: Codable {
  private enum Key: String, CodingKey { case command, event, mixFrame, inputFrame }

  /// What scores do: no player can ask for it.
  private static let ofScores: [any PerformanceCommand.Type] = [ObjectChange.self, ObjectGain.self]

  /// Reads a line; a command without an effect on the playing, or without its frame, is an error.
  public init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if container.contains(.event) {
      guard case .note(let note) = try EngineEvent(from: decoder) else {
        throw DecodingError.dataCorruptedError(
          forKey: .event, in: container, debugDescription: "only notes are kept of events")
      }
      content = .note(note)
      return
    }
    let name = try container.decode(String.self, forKey: .command)
    let effect =
      EngineCommand.bodies.first { $0.name == name }?.effect
      ?? Self.ofScores.first { $0.name == name }
    guard let effect else {
      throw DecodingError.dataCorruptedError(
        forKey: .command, in: container,
        debugDescription: "\"\(name)\" is no command that changes what is played")
    }
    func frame(_ key: Key) throws -> Int { try container.decode(Int.self, forKey: key) }
    let moment: Moment =
      switch effect.clock {
      case .mix: .mix(frame: try frame(.mixFrame))
      case .input: .input(frame: try frame(.inputFrame))
      case .pause: .pause(mixFrame: try frame(.mixFrame), inputFrame: try frame(.inputFrame))
      case .drums: .drums
      }
    content = .command(try effect.init(from: decoder), at: moment)
  }

  /// Writes the command and its frame into one object, or the note as its event.
  public func encode(to encoder: Encoder) throws {
    switch content {
    case .note(let note): try EngineEvent.note(note).encode(to: encoder)
    case .command(let command, let moment):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(type(of: command).name, forKey: .command)
      switch moment {
      case .mix(let frame): try container.encode(frame, forKey: .mixFrame)
      case .input(let frame): try container.encode(frame, forKey: .inputFrame)
      case .pause(let mixFrame, let inputFrame):
        try container.encode(mixFrame, forKey: .mixFrame)
        try container.encode(inputFrame, forKey: .inputFrame)
      case .drums: break
      }
      try command.encode(to: encoder)
    }
  }
}
