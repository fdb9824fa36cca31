// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Strikes a pad without the microphone.
  public struct NoteOn: Codable, Sendable, Equatable {
    /// How hard a stroke can be.
    static let velocities: ClosedRange<Float> = 0...1
    /// MIDI notes, and parts of semitones between them.
    static let keys: ClosedRange<Float> = 0...127

    /// A pad by its role, name or MIDI note; the first match counts.
    public var pad: String
    /// The key at which it sounds, 0...127: a MIDI note, parts of it parts of a semitone. Nil for
    /// the one that ``pad`` names, else the pad's own.
    public var key: Float?
    /// How hard, 0...1.
    public var velocity: Float
    /// Where it comes from; never the microphone.
    public var source: HitSource
    /// The note's identity, unique for its ``source``, its number below 2³³; nil if the engine
    /// shall give one.
    public var id: HitIdentity?
    /// The output frame at which it begins, at most ten seconds ahead; nil, or a past frame, for at
    /// once.
    public var frame: Int?

    /// A stroke.
    public init(
      pad: String, key: Float? = nil, velocity: Float, source: HitSource = .key,
      id: HitIdentity? = nil, frame: Int? = nil
    ) {
      (self.pad, self.key, self.velocity, self.source) = (pad, key, velocity, source)
      (self.id, self.frame) = (id, frame)
    }

    /// Reads a stroke; without a source it comes from a key.
    public init(from decoder: Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      pad = try container.decode(String.self, forKey: .pad)
      key = try container.decodeIfPresent(Float.self, forKey: .key)
      velocity = try container.decode(Float.self, forKey: .velocity)
      source = try container.decodeIfPresent(HitSource.self, forKey: .source) ?? .key
      id = try container.decodeIfPresent(HitIdentity.self, forKey: .id)
      frame = try container.decodeIfPresent(Int.self, forKey: .frame)
    }
  }
}

extension EngineCommand.NoteOn: NoteCommand {
  static let name = "note.on"
  static let isForGuests = true
  var command: EngineCommand { .noteOn(self) }

  func admitted(from source: HitSource, by host: CommandHost) -> Self {
    var note = self
    (note.source, note.id) = (source, nil)
    return note
  }

  func play(
    on control: inout EngineControl, from caller: CommandCaller
  ) throws(EngineError) -> HitIdentity? {
    let operation = "strike '\(pad)'"
    guard !control.live.isTeaching else {
      throw EngineError(
        operation, reason: "a lesson is using the microphone",
        advice: "strike again when it is over")
    }
    guard Self.velocities.contains(velocity) else {
      throw EngineError(
        operation, reason: "its velocity is \(velocity)", advice: "give one in 0...1")
    }
    guard Self.keys.contains(key ?? 0) else {
      throw EngineError(
        operation, reason: "its key is \(key ?? 0)",
        advice: "give a MIDI note in 0...127, or leave it out for the pad's own")
    }
    let id = id ?? control.nextIdentity(source)
    guard self.id == nil || EngineControl.isForeign(id) && id.source == source else {
      throw EngineError(
        operation, reason: "its identity \(id) is not of its source, or out of range",
        advice: "leave it out, or give a number below 2^33 of the source '\(source.rawValue)'")
    }
    guard source != .microphone else {
      throw EngineError(
        operation, reason: "what is heard is no note from outside",
        advice: "give the source it comes from")
    }
    var pad = try control.pads(pad, operation)[0]
    pad.key = key ?? pad.key
    try control.send(.on(pad, velocity: velocity), id: id, frame: frame, from: caller, operation)
    return id
  }
}

/// A note as it was played.
extension EngineEvent.Note {
  /// No kit has as many pads.
  private static let places = 0..<1 << 16

  /// An error if a number is out of range: it can come from a file.
  func checkBounds() throws(EngineError) {
    guard EngineCommand.NoteOn.velocities.contains(velocity),
      EngineCommand.NoteOn.keys.contains(key ?? 0), Self.places.contains(place ?? 0),
      noteObject.isPossible,
      JournalEntry.frames.contains(startFrame), JournalEntry.frames.contains(askedFrame)
    else {
      throw EngineError(
        "play the note \(id) again",
        reason: "its velocity, key, pad, object or frame is out of range",
        advice: "give a velocity in 0...1, a key in 0...127, and a pad and frames that exist")
    }
  }

  /// The same note, to be played again before the frame at which it arrived.
  var again: NoteEvent {
    let pad = NotePad(place ?? 0, role: .other, ofDrums: nil, key: key)
    let action: NoteEvent.Action =
      switch action {
      case .on: .on(pad, velocity: velocity)
      case .off: .off
      case .choke: .choke(pad)
      case .silence: .silence
      }
    return NoteEvent(
      action, id: id, atFrame: startFrame - Instrument.outputLatencyFrames, of: noteObject)
  }
}
