// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping

/// Everything that a player can ask of an ``Engine`` while it plays. As JSON each is an object on
/// one line, with its kind as `"command"`.
///
/// Output frames count the sound that leaves the instrument, input frames the sound it hears. A
/// command without a frame takes place as soon as possible.
public enum EngineCommand: Sendable, Equatable {
  /// Strikes a pad.
  case noteOn(NoteOn)
  /// Ends a note's sound, as a hand on a cymbal does.
  case noteOff(NoteOff)
  /// Begins a note of the instrument of a MIDI channel.
  case toneOn(ToneOn)
  /// Ends a note of an instrument.
  case toneOff(ToneOff)
  /// Bends the notes of a MIDI channel.
  case toneBend(ToneBend)
  /// Picks the instrument of a MIDI channel.
  case chooseInstrument(ChooseInstrument)
  /// Ends all sounds of a pad.
  case choke(Choke)
  /// Ends all sounds of the drums.
  case panic(Panic)
  /// Changes the strips of the named drums.
  case strip(Strip)
  /// Ends all solos.
  case endSolo
  /// Changes the gain of a bus.
  case bus(Bus)
  /// Puts an effect into a slot of a bus's rack.
  case insertEffect(InsertEffect)
  /// Changes values of an effect.
  case setEffect(SetEffect)
  /// Bypasses an effect, or ends that.
  case bypassEffect(BypassEffect)
  /// Takes an effect out.
  case removeEffect(RemoveEffect)
  /// Moves an effect to another slot.
  case moveEffect(MoveEffect)
  /// Has a value of an effect follow the hits, or no longer.
  case modulate(Modulate)
  /// Changes the tempo, or turns the metronome on or off.
  case tempo(Tempo)
  /// Loads a backing track.
  case loadBacking(Backing)
  /// Plays the last loaded backing track from its beginning.
  case startBacking
  /// Ends the backing track.
  case stopBacking
  /// Loads a pattern: a drum tab or a MIDI file.
  case loadPattern(Pattern)
  /// Plays the last loaded pattern from its beginning.
  case startPattern
  /// Ends the pattern.
  case stopPattern
  /// Changes how hits are heard.
  case hearing(Hearing)
  /// Assigns another pad to a sound.
  case soundPad(SoundPad)
  /// Sets a pad of a board, and keeps the setting.
  case trigger(Trigger)
  /// Distinguishes the sounds of another profile.
  case profile(Profile)
  /// Loads another kit, which takes over when its first sounds are there.
  case kit(Kit)
  /// Opens the devices with another period.
  case period(Period)
  /// Begins a recording of the playing, in addition to any other.
  case record(Record)
  /// Ends the recording that ``record(_:)`` began.
  case endRecording
  /// Begins a session: all playing from now on can be played again from it.
  case session(Session)
  /// Ends the session.
  case endSession
  /// Plays a sweep of two seconds, while everything else waits, and measures the echo path.
  case sweep
  /// Lets the score that plays stand still: its scripts and its sounds, all on one frame.
  case pauseScore
  /// Lets the score go on where it stood still.
  case resumeScore
  /// Ends the score.
  case stopScore
  /// Undoes the last change that any front end made without a frame: of the mix, the tempo, the
  /// hearing, a sound's pad, a board's pad, the profile or the kit. Sent again, it undoes the
  /// change before.
  case undo
  /// Records a loop of notes, changes it or plays it.
  case loop(LoopCommand)
  /// Lets hits of a sound do what the looper's pedal does.
  case loopRemote(LoopRemote)
  /// Writes the loop into a folder.
  case loopSave(LoopSave)
  /// Ends the playing.
  case quit

  /// The registry of all commands. Commands are read by their names from it.
  static let bodies: [any CommandBody.Type] =
    LoopCommand.bodies + [
      LoopRemote.self, LoopSave.self,
      NoteOn.self, NoteOff.self, Choke.self, Panic.self,
      ToneOn.self, ToneOff.self, ToneBend.self, ChooseInstrument.self,
      Strip.self, EndSolo.self, Bus.self, InsertEffect.self, SetEffect.self, BypassEffect.self,
      RemoveEffect.self, MoveEffect.self, Modulate.self, Tempo.self,
      Backing.self, StartBacking.self, StopBacking.self,
      Pattern.self, StartPattern.self, StopPattern.self,
      Hearing.self, SoundPad.self, Trigger.self, Profile.self, Kit.self, Period.self,
      Record.self, EndRecording.self, Session.self, EndSession.self,
      Sweep.self, PauseScore.self, ResumeScore.self, StopScore.self, Undo.self, Quit.self,
    ]

  /// Its values.
  var body: any CommandBody {
    switch self {
    case .noteOn(let body): body
    case .noteOff(let body): body
    case .toneOn(let body): body
    case .toneOff(let body): body
    case .toneBend(let body): body
    case .chooseInstrument(let body): body
    case .choke(let body): body
    case .panic(let body): body
    case .strip(let body): body
    case .endSolo: EndSolo()
    case .bus(let body): body
    case .insertEffect(let body): body
    case .setEffect(let body): body
    case .bypassEffect(let body): body
    case .removeEffect(let body): body
    case .moveEffect(let body): body
    case .modulate(let body): body
    case .tempo(let body): body
    case .loadBacking(let body): body
    case .startBacking: StartBacking()
    case .stopBacking: StopBacking()
    case .loadPattern(let body): body
    case .startPattern: StartPattern()
    case .stopPattern: StopPattern()
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
    case .pauseScore: PauseScore()
    case .resumeScore: ResumeScore()
    case .stopScore: StopScore()
    case .undo: Undo()
    case .loop(let command): command.body
    case .loopRemote(let body): body
    case .loopSave(let body): body
    case .quit: Quit()
    }
  }
}

extension EngineCommand {
  /// Its name, in JSON as `"command"`.
  public var name: String { type(of: body).name }

  /// What it changes, in words: "the mix of snare".
  public var changeText: String { body.changeText }

  /// Commands without values.
  public static let plain = bodies.compactMap { ($0 as? any PlainCommand.Type)?.init().command }

  /// The command without values that is typed so: "loop record"; nil for none.
  public static func plain(typed words: String) -> EngineCommand? {
    plain.first { $0.meaning != nil && $0.typedName == words.lowercased() }
  }

  /// Its name as it is typed: "loop record".
  public var typedName: String { name.split(separator: ".").joined(separator: " ") }

  /// What a plain command does, in a few words, if it can be typed; nil for others.
  public var meaning: String? { (type(of: body) as? any PlainCommand.Type)?.meaning }

  /// The answer after a plain command was typed; nil for none.
  public var answer: String? { (type(of: body) as? any PlainCommand.Type)?.answer }

  /// It strikes a pad, or ends a stroke: it has its own frame.
  package var isNote: Bool { body is any NoteCommand }

  /// The same at a frame, if it is a note without one.
  package func answering(_ frame: () -> Int?) -> EngineCommand {
    guard var note = body as? any NoteCommand, note.frame == nil else { return self }
    note.frame = frame()
    return note.command
  }
}

extension EngineCommand: Codable {
  /// The version of the commands' JSON, written as `"version"`; it rises when a field's meaning
  /// changes.
  public static let version = 1

  private enum Key: String, CodingKey { case command, version }

  /// Reads a command; an unknown name or a later version is an error. A missing version means this
  /// one.
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

  /// Writes the name, the version and the values into one object.
  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .command)
    try container.encode(Self.version, forKey: .version)
    try body.encode(to: encoder)
  }
}
