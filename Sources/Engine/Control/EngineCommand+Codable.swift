// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand: Codable {
  /// The version of the commands' JSON, written as `"version"`; it rises when what is written means something else.
  public static let version = 1

  private enum Key: String, CodingKey { case command, version }

  private enum Kind: String {
    case noteOn = "note.on"
    case noteOff = "note.off"
    case choke
    case strip = "mix.strip"
    case endSolo = "mix.unsolo"
    case bus = "mix.bus"
    case loadBacking = "backing.load"
    case startBacking = "backing.start"
    case stopBacking = "backing.stop"
    case tempo
    case hearing, profile, kit, period
    case soundPad = "sound.pad"
    case trigger
    case record = "recording.start"
    case endRecording = "recording.stop"
    case session = "session.start"
    case endSession = "session.stop"
    case sweep, undo, quit
  }

  private var kind: Kind {
    switch self {
    case .noteOn: .noteOn
    case .noteOff: .noteOff
    case .choke: .choke
    case .strip: .strip
    case .endSolo: .endSolo
    case .bus: .bus
    case .tempo: .tempo
    case .loadBacking: .loadBacking
    case .startBacking: .startBacking
    case .stopBacking: .stopBacking
    case .hearing: .hearing
    case .soundPad: .soundPad
    case .trigger: .trigger
    case .profile: .profile
    case .kit: .kit
    case .period: .period
    case .record: .record
    case .endRecording: .endRecording
    case .session: .session
    case .endSession: .endSession
    case .sweep: .sweep
    case .undo: .undo
    case .quit: .quit
    }
  }

  /// What it is called, as `"command"`.
  public var name: String { kind.rawValue }

  /// Reads a command; an unknown kind or a later version is an error. Without a version it is of this one.
  public init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let version = try container.decodeIfPresent(Int.self, forKey: .version) ?? Self.version
    guard version <= Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription: "commands of version \(version), this program knows \(Self.version)")
    }
    let name = try container.decode(String.self, forKey: .command)
    guard let kind = Kind(rawValue: name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .command, in: container, debugDescription: "\"\(name)\" is no command")
    }
    self =
      switch kind {
      case .noteOn: .noteOn(try NoteOn(from: decoder))
      case .noteOff: .noteOff(try NoteOff(from: decoder))
      case .choke: .choke(try Choke(from: decoder))
      case .strip: .strip(try Strip(from: decoder))
      case .endSolo: .endSolo
      case .bus: .bus(try Bus(from: decoder))
      case .tempo: .tempo(try Tempo(from: decoder))
      case .loadBacking: .loadBacking(try Backing(from: decoder))
      case .startBacking: .startBacking
      case .stopBacking: .stopBacking
      case .hearing: .hearing(try Hearing(from: decoder))
      case .soundPad: .soundPad(try SoundPad(from: decoder))
      case .trigger: .trigger(try Trigger(from: decoder))
      case .profile: .profile(try Profile(from: decoder))
      case .kit: .kit(try Kit(from: decoder))
      case .period: .period(try Period(from: decoder))
      case .record: .record(try Record(from: decoder))
      case .endRecording: .endRecording
      case .session: .session(try Session(from: decoder))
      case .endSession: .endSession
      case .sweep: .sweep
      case .undo: .undo
      case .quit: .quit
      }
  }

  /// Writes the kind, the version and what it asks for side by side.
  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .command)
    try container.encode(Self.version, forKey: .version)
    switch self {
    case .noteOn(let note): try note.encode(to: encoder)
    case .noteOff(let note): try note.encode(to: encoder)
    case .choke(let choke): try choke.encode(to: encoder)
    case .strip(let strip): try strip.encode(to: encoder)
    case .bus(let bus): try bus.encode(to: encoder)
    case .tempo(let tempo): try tempo.encode(to: encoder)
    case .loadBacking(let backing): try backing.encode(to: encoder)
    case .hearing(let hearing): try hearing.encode(to: encoder)
    case .soundPad(let change): try change.encode(to: encoder)
    case .trigger(let change): try change.encode(to: encoder)
    case .profile(let profile): try profile.encode(to: encoder)
    case .kit(let kit): try kit.encode(to: encoder)
    case .period(let period): try period.encode(to: encoder)
    case .record(let record): try record.encode(to: encoder)
    case .session(let session): try session.encode(to: encoder)
    case .endSolo, .startBacking, .stopBacking, .endRecording, .endSession, .sweep, .undo,
      .quit:
      break
    }
  }
}
