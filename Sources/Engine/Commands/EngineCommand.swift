// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Everything that a player can ask of an ``Engine`` while it plays; as JSON one object a line, its kind as `"command"`.
///
/// Output frames count what leaves the instrument, input frames what it hears. A command without a frame takes place as soon
/// as it can.
public enum EngineCommand: Sendable, Equatable {
  /// Strikes a pad.
  case noteOn(NoteOn)
  /// Ends what a note has struck, as a hand on a cymbal does.
  case noteOff(NoteOff)
  /// Ends all that a pad sounds.
  case choke(Choke)
  /// Ends all that the drums sound.
  case panic
  /// Changes the strips of the drums that a name means.
  case strip(Strip)
  /// No drum is soloed any more.
  case endSolo
  /// Changes the gain of a bus.
  case bus(Bus)
  /// Puts an effect into a slot of a bus's rack.
  case insertEffect(InsertEffect)
  /// Changes values of an effect.
  case setEffect(SetEffect)
  /// Passes an effect by, or no more.
  case bypassEffect(BypassEffect)
  /// Takes an effect out.
  case removeEffect(RemoveEffect)
  /// Changes the tempo, or turns the metronome on or off.
  case tempo(Tempo)
  /// Makes a track ready to be played along.
  case loadBacking(Backing)
  /// Plays the track that was loaded last along, from its beginning.
  case startBacking
  /// Ends the track that is played along.
  case stopBacking
  /// Changes how the player is heard.
  case hearing(Hearing)
  /// Lets a sound strike another pad.
  case soundPad(SoundPad)
  /// Sets a pad of a board, and keeps that.
  case trigger(Trigger)
  /// Tells the sounds of another profile apart.
  case profile(Profile)
  /// Loads another kit, which takes over when its first sounds are there.
  case kit(Kit)
  /// Opens the devices with another period.
  case period(Period)
  /// Begins to record what is played, beside anything that is recorded already.
  case record(Record)
  /// Ends what ``record(_:)`` began.
  case endRecording
  /// Begins to keep a session, from which all that is played from now on can be played again.
  case session(Session)
  /// Ends the session that is kept.
  case endSession
  /// Plays a sweep of two seconds, while everything else waits, and measures how the drums return to the microphone.
  case sweep
  /// Brings back what was before the last change that any front end asked for without a frame: of the mix, the tempo, the
  /// hearing, a sound's pad, how a board's pad is set, the profile or the kit. Asked again, it undoes the change before.
  case undo
  /// Ends the playing.
  case quit

  /// The registry: what each command asks for. Commands are read by their names from it.
  static let bodies: [any CommandBody.Type] = [
    NoteOn.self, NoteOff.self, Choke.self, Panic.self,
    Strip.self, EndSolo.self, Bus.self, InsertEffect.self, SetEffect.self, BypassEffect.self,
    RemoveEffect.self, Tempo.self,
    Backing.self, StartBacking.self, StopBacking.self,
    Hearing.self, SoundPad.self, Trigger.self, Profile.self, Kit.self, Period.self,
    Record.self, EndRecording.self, Session.self, EndSession.self,
    Sweep.self, Undo.self, Quit.self,
  ]

  /// What it asks for.
  var body: any CommandBody {
    switch self {
    case .noteOn(let body): body
    case .noteOff(let body): body
    case .choke(let body): body
    case .panic: Panic()
    case .strip(let body): body
    case .endSolo: EndSolo()
    case .bus(let body): body
    case .insertEffect(let body): body
    case .setEffect(let body): body
    case .bypassEffect(let body): body
    case .removeEffect(let body): body
    case .tempo(let body): body
    case .loadBacking(let body): body
    case .startBacking: StartBacking()
    case .stopBacking: StopBacking()
    case .hearing(let body): body
    case .soundPad(let body): body
    case .trigger(let body): body
    case .profile(let body): body
    case .kit(let body): body
    case .period(let body): body
    case .record(let body): body
    case .endRecording: EndRecording()
    case .session(let body): body
    case .endSession: EndSession()
    case .sweep: Sweep()
    case .undo: Undo()
    case .quit: Quit()
    }
  }
}

extension EngineCommand {
  /// What it is called, as `"command"`.
  public var name: String { type(of: body).name }

  /// What it changes, in words: "the mix of snare".
  public var changeText: String { body.changeText }

  /// Commands that are no more than their names.
  public static let plain = bodies.compactMap { ($0 as? any PlainCommand.Type)?.init().command }

  /// What a plain command does, in a few words, where it is typed by its name; nil for others.
  public var meaning: String? { (type(of: body) as? any PlainCommand.Type)?.meaning }

  /// What is said where a plain command was typed; nil for nothing.
  public var answer: String? { (type(of: body) as? any PlainCommand.Type)?.answer }

  /// It strikes, or ends what was struck: its frame is its own.
  package var isNote: Bool { body is any NoteCommand }

  /// The same on a frame, where it is a note that has none.
  package func answering(_ frame: () -> Int?) -> EngineCommand {
    guard var note = body as? any NoteCommand, note.frame == nil else { return self }
    note.frame = frame()
    return note.command
  }
}

extension EngineCommand: Codable {
  /// The version of the commands' JSON, written as `"version"`; it rises when what is written means something else.
  public static let version = 1

  private enum Key: String, CodingKey { case command, version }

  /// Reads a command; an unknown name or a later version is an error. Without a version it is of this one.
  public init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let version = try container.decodeIfPresent(Int.self, forKey: .version) ?? Self.version
    guard version <= Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription: "commands of version \(version), this program knows \(Self.version)")
    }
    let name = try container.decode(String.self, forKey: .command)
    guard let body = Self.bodies.first(where: { $0.name == name }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .command, in: container, debugDescription: "\"\(name)\" is no command")
    }
    self = try body.init(from: decoder).command
  }

  /// Writes the name, the version and what it asks for side by side.
  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .command)
    try container.encode(Self.version, forKey: .version)
    try body.encode(to: encoder)
  }
}
