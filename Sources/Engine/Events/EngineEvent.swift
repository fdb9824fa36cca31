// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping

/// Everything that happens while Flam plays; as JSON one object a line, its kind as `"event"`.
///
/// Frames of hits, devices and xruns are input frames, those of the mix are output frames. Unknown
/// values are left out.
public enum EngineEvent: Sendable, Equatable {
  /// `hit.begun`, `hit.revised`, `hit.settled`, `hit.withdrawn`, `hit.refused`.
  case hit(HitMessage)
  /// A note from outside the microphone was struck, ended or choked.
  case note(Note)
  /// All sounds of the drums were ended.
  case panic(Panic)
  /// Playing begins.
  case started
  /// Playing has ended.
  case ended(Ended)
  /// A buffer ran full or dry.
  case xrun(Xrun)
  /// The load of playing; once a second.
  case load(Load)
  /// The devices.
  case devices(Devices)
  /// A device has gone, is back, or plays differently.
  case device(Device)
  /// The sounds in use, and how they are heard.
  case profile(Profile)
  /// A kit is being loaded.
  case kitLoading(KitLoading)
  /// Other drums took over: the first ones, a part of a kit, or all of it.
  case kit(Kit)
  /// A kit is completely loaded.
  case kitLoaded(KitLoaded)
  /// A kit cannot be loaded; the one before plays on.
  case kitFailed(KitFailed)
  /// The delay from tap to drum, as far as known, and its budget.
  case delay(Delay)
  /// The echo path, as a sweep measured it.
  case echo(Echo)
  /// The backing changed.
  case backing(Backing)
  /// A pattern was loaded, begins or ends.
  case pattern(Pattern)
  /// The tempo or the metronome changed.
  case tempo(Tempo)
  /// A lesson begins, makes a request, has heard something, or is over.
  case lesson(Lesson)
  /// The last hits of a sound left it unsure, or were far from every sound.
  case learning(Learning)
  /// The mixer changed.
  case mix(CommandEffect<EngineCommand>)
  /// A slot of a rack changed.
  case effect(Effect)
  /// A row of the matrix of hits changed.
  case modulation(CommandEffect<EngineCommand.Modulate>)
  /// A sound strikes another pad.
  case soundPad(CommandEffect<EngineCommand.SoundPad>)
  /// A hearing setting changed.
  case hearing(CommandEffect<EngineCommand.Hearing>)
  /// The meter values.
  case meters(Meters)
  /// A recording begins, is in trouble, or is closed.
  case recording(Kept)
  /// A session begins, is in trouble, or is closed.
  case session(Kept)
  /// The looper stands differently.
  case looped(Looped)
  /// A layer of the loop has other notes, or they lie elsewhere.
  case loopLayer(LoopLane)
  /// The loop was written into a folder.
  case loopSaved(LoopSaved)
  /// A command that waited for its frame could not be carried out.
  case failed(Failed)
  /// A device or program that plays along has come or gone.
  case port(Port)
  /// The subscriber that prints the events was too slow: this many are missing before the next
  /// line.
  case lost(Lost)
}

extension EngineEvent {
  /// Its name, as `"event"`, and its values; a new event is a line here and one in ``readers``.
  private var body: (name: String, value: (any Encodable)?) {
    switch self {
    case .hit(let hit): return (Self.hitPrefix + hit.turn.rawValue, hit)
    case .note(let note): return ("note", note)
    case .panic(let panic): return ("panic", panic)
    case .started: return ("started", nil)
    case .ended(let ended): return ("ended", ended)
    case .xrun(let xrun): return ("xrun", xrun)
    case .load(let load): return ("load", load)
    case .devices(let devices): return ("devices", devices)
    case .device(let device): return ("device", device)
    case .profile(let profile): return ("profile", profile)
    case .kitLoading(let loading): return ("kit.loading", loading)
    case .kit(let kit): return ("kit", kit)
    case .kitLoaded(let loaded): return ("kit.loaded", loaded)
    case .kitFailed(let failed): return ("kit.failed", failed)
    case .delay(let delay): return ("delay", delay)
    case .echo(let echo): return ("echo", echo)
    case .backing(let backing): return ("backing", backing)
    case .pattern(let pattern): return ("pattern", pattern)
    case .tempo(let tempo): return ("tempo", tempo)
    case .lesson(let lesson): return ("lesson", lesson)
    case .learning(let learning): return ("learning", learning)
    case .mix(let mix): return ("mix", mix)
    case .effect(let change): return ("effect", change)
    case .modulation(let change): return ("modulation", change)
    case .soundPad(let change): return ("sound.pad", change)
    case .hearing(let change): return ("hearing", change)
    case .meters(let meters): return ("meters", meters)
    case .recording(let kept): return ("recording", kept)
    case .session(let kept): return ("session", kept)
    case .looped(let looped): return ("loop", looped)
    case .loopLayer(let lane): return ("loop.layer", lane)
    case .loopSaved(let saved): return ("loop.saved", saved)
    case .failed(let failed): return ("failed", failed)
    case .port(let port): return ("port", port)
    case .lost(let lost): return ("lost", lost)
    }
  }

  private typealias Reader = @Sendable (Decoder) throws -> EngineEvent

  /// How each event is read, by its name; those of hits are in ``hitReaders``.
  private static let readers: [String: Reader] = [
    "note": { .note(try Note(from: $0)) },
    "panic": { .panic(try Panic(from: $0)) },
    "started": { _ in .started },
    "ended": { .ended(try Ended(from: $0)) },
    "xrun": { .xrun(try Xrun(from: $0)) },
    "load": { .load(try Load(from: $0)) },
    "devices": { .devices(try Devices(from: $0)) },
    "device": { .device(try Device(from: $0)) },
    "profile": { .profile(try Profile(from: $0)) },
    "kit.loading": { .kitLoading(try KitLoading(from: $0)) },
    "kit": { .kit(try Kit(from: $0)) },
    "kit.loaded": { .kitLoaded(try KitLoaded(from: $0)) },
    "kit.failed": { .kitFailed(try KitFailed(from: $0)) },
    "delay": { .delay(try Delay(from: $0)) },
    "echo": { .echo(try Echo(from: $0)) },
    "backing": { .backing(try Backing(from: $0)) },
    "pattern": { .pattern(try Pattern(from: $0)) },
    "tempo": { .tempo(try Tempo(from: $0)) },
    "lesson": { .lesson(try Lesson(from: $0)) },
    "learning": { .learning(try Learning(from: $0)) },
    "mix": { .mix(try CommandEffect(from: $0)) },
    "effect": { .effect(try Effect(from: $0)) },
    "modulation": { .modulation(try CommandEffect(from: $0)) },
    "sound.pad": { .soundPad(try CommandEffect(from: $0)) },
    "hearing": { .hearing(try CommandEffect(from: $0)) },
    "meters": { .meters(try Meters(from: $0)) },
    "recording": { .recording(try Kept(from: $0)) },
    "session": { .session(try Kept(from: $0)) },
    "loop": { .looped(try Looped(from: $0)) },
    "loop.layer": { .loopLayer(try LoopLane(from: $0)) },
    "loop.saved": { .loopSaved(try LoopSaved(from: $0)) },
    "failed": { .failed(try Failed(from: $0)) },
    "port": { .port(try Port(from: $0)) },
    "lost": { .lost(try Lost(from: $0)) },
  ]

  private static let hitReaders = Dictionary(
    uniqueKeysWithValues: HitEventKind.allCases.map { turn -> (String, Reader) in
      (hitPrefix + turn.rawValue, { .hit(try HitMessage(turn, from: $0)) })
    })

  /// Comes before the name of a hit's event.
  private static let hitPrefix = "hit."
}

extension EngineEvent: Codable {
  private enum Key: String, CodingKey { case event }

  /// Its name, as `"event"`.
  public var name: String { body.name }

  /// Reads an event; an unknown name is an error.
  public init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name = try container.decode(String.self, forKey: .event)
    guard let read = Self.readers[name] ?? Self.hitReaders[name] else {
      throw DecodingError.dataCorruptedError(
        forKey: .event, in: container, debugDescription: "\"\(name)\" is no event")
    }
    self = try read(decoder)
  }

  /// Writes the name and the values into one object.
  public func encode(to encoder: Encoder) throws {
    let body = body
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(body.name, forKey: .event)
    try body.value?.encode(to: encoder)
  }
}
