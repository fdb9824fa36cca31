// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import Instrument
import Storage

/// A player's MIDI settings, in a file that people can edit: `~/.config/flam/midi.json`. Missing
/// values are the defaults.
public struct MIDITable: Codable, Equatable, Sendable {
  /// When to send a hit that Flam may still correct.
  public enum Sending: String, Codable, CaseIterable, Sendable {
    /// At once. A wrong note is ended, and the right one is sent.
    case first
    /// Once nothing changes any more: 48 ms later, but never wrong.
    case settled
  }

  /// The drum of a note, by the note's number. Other notes play the drum of that note in the kit,
  /// or of the General MIDI percussion map.
  public var notesIn: [String: String] = [:]
  /// The note of a drum, by its name. Other drums send the kit's note, or that of General MIDI.
  public var notesOut: [String: Int] = [:]
  /// The target of a controller, by its number: the gain of a drum or of a bus.
  public var controls: [String: String] = [:]
  /// The kits of program changes, from the first; without them, those of `flam kits` in order.
  public var programs: [String] = []
  /// How strength becomes velocity.
  public var velocityCurve = VelocityCurve.linear
  /// The channel to receive on, 1...16; nil for all.
  public var channelIn: Int?
  /// The channel to send on, 1...16.
  public var channelOut = MIDIController.drumChannel
  /// When hits are sent.
  public var sending = Sending.first
  /// The length of a note, in milliseconds, 1...10 000.
  public var noteMilliseconds = 100
  /// Sends the beat, and start and stop of the metronome.
  public var sendsClock = false
  /// An incoming clock sets the tempo.
  public var followsClock = true

  private static let channels = 1...16
  private static let noteLengths = 1...10_000
  private static let numbers = 0...127

  /// The defaults.
  public init() {}

  /// Reads a table; missing values are the defaults.
  public init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, else usual: Value) throws -> Value {
      try container.decodeIfPresent(Value.self, forKey: key) ?? usual
    }
    notesIn = try read(.notesIn, else: notesIn)
    notesOut = try read(.notesOut, else: notesOut)
    controls = try read(.controls, else: controls)
    programs = try read(.programs, else: programs)
    velocityCurve = try read(.velocityCurve, else: velocityCurve)
    channelIn = try container.decodeIfPresent(Int.self, forKey: .channelIn)
    channelOut = try read(.channelOut, else: channelOut)
    sending = try read(.sending, else: sending)
    noteMilliseconds = try read(.noteMilliseconds, else: noteMilliseconds)
    sendsClock = try read(.sendsClock, else: sendsClock)
    followsClock = try read(.followsClock, else: followsClock)
  }

  /// The path of the file.
  public static var path: String { BaseFolders().config + "/flam/midi.json" }

  /// Reads the file; the defaults if it does not exist.
  ///
  /// - Throws: ``EngineError`` if the file cannot be read, or contains something impossible.
  public static func read(_ path: String = path) throws(EngineError) -> MIDITable {
    guard FileSystem.exists(path) else { return MIDITable() }
    let advice = "fix it, or remove it to use the defaults"
    func broken(_ reason: String) -> EngineError {
      EngineError("read the MIDI table '\(path)'", reason: reason, advice: advice)
    }
    let table: MIDITable
    do {
      table = try JSONDecoder().decode(MIDITable.self, from: Data(try RegularFile.bytes(path)))
    } catch let error as DecodingError {
      throw broken(Self.reason(error))
    } catch {
      throw broken("\(error)")
    }
    if let fault = table.fault { throw broken(fault) }
    return table
  }

  /// Saves the table.
  public func keep(at path: String = path) throws(EngineError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try WholeFile.write(encoder.encode(self), to: path, makingFolder: true)
    } catch {
      throw EngineError(
        "save the MIDI table '\(path)'", reason: "\(error)",
        advice: "free some space, or name another folder in XDG_CONFIG_HOME")
    }
  }

  private static func reason(_ error: DecodingError) -> String {
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? "" : " at \"\(path)\""
    }
    return switch error {
    case .dataCorrupted(let context):
      "it is not JSON, or has an unknown value" + place(context)
    case .typeMismatch(_, let context): "a value has the wrong type" + place(context)
    default: "it lacks a value"
    }
  }

  /// What is impossible; nil for nothing.
  private var fault: String? {
    if let channel = ([channelIn].compactMap(\.self) + [channelOut])
      .first(where: { !Self.channels.contains($0) })
    {
      return "a channel is 1...16, not \(channel)"
    }
    for (name, keys) in [("notesIn", notesIn.keys), ("controls", controls.keys)] {
      if let key = keys.first(where: { Int($0).map(Self.numbers.contains) != true }) {
        return "\"\(key)\" in \"\(name)\" is not a number in 0...127"
      }
    }
    if let note = notesOut.first(where: { !Self.numbers.contains($0.value) }) {
      return "the note of \"\(note.key)\" is 0...127, not \(note.value)"
    }
    guard Self.noteLengths.contains(noteMilliseconds) else {
      return "\"noteMilliseconds\" is 1...10000, not \(noteMilliseconds)"
    }
    return nil
  }
}
