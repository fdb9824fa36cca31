// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Begins a note of the instrument of a MIDI channel.
  public struct ToneOn: Codable, Sendable, Equatable {
    /// The channel, 1...16, whose instrument ``ChooseInstrument`` picks; missing for 1.
    public var channel: Int?
    /// 0...127: a MIDI note, parts of it parts of a semitone; 69 is 440 Hz.
    public var key: Float
    /// How hard, 0...1.
    public var velocity: Float
    /// Where it comes from; missing for a key.
    public var source: HitSource?
    /// The note's identity, unique for its ``source``, its number below 2³³; nil if the engine shall give one.
    public var id: HitIdentity?
    /// The output frame at which it begins, at most ten seconds ahead; nil, or a past frame, for at once.
    public var frame: Int?

    /// A note.
    public init(
      channel: Int? = nil, key: Float, velocity: Float, source: HitSource? = nil,
      id: HitIdentity? = nil, frame: Int? = nil
    ) {
      (self.channel, self.key, self.velocity) = (channel, key, velocity)
      (self.source, self.id, self.frame) = (source, id, frame)
    }
  }
}

extension EngineCommand.ToneOn: NoteCommand {
  static let name = "tone.on"
  static let isForGuests = true
  var command: EngineCommand { .toneOn(self) }

  func admitted(from source: HitSource, by host: CommandHost) -> Self {
    var tone = self
    (tone.source, tone.id) = (source, nil)
    return tone
  }

  func play(
    on control: inout EngineControl, from caller: CommandCaller
  ) throws(EngineError) -> HitIdentity? {
    let operation = "play key \(key)"
    try control.checkInstruments(operation)
    try EngineControl.check(channel: channel ?? 1, operation)
    guard EngineCommand.NoteOn.velocities.contains(velocity) else {
      throw EngineError(
        operation, reason: "its velocity is \(velocity)", advice: "give one in 0...1")
    }
    guard EngineCommand.NoteOn.keys.contains(key) else {
      throw EngineError(
        operation, reason: "that is no key", advice: "give a MIDI note in 0...127")
    }
    let source = source ?? .key
    let id = id ?? control.nextIdentity(source)
    guard source != .microphone,
      self.id == nil || EngineControl.isForeign(id) && id.source == source
    else {
      throw EngineError(
        operation, reason: "its identity \(id) is not of its source, or out of range",
        advice: "leave it out, or give a number below 2^33 of the source '\(source.rawValue)'")
    }
    let now = control.live.performance.snapshot.frame
    guard control.noteDensity.takes(atFrame: frame ?? now, now: now, from: caller) else {
      throw EngineError(
        operation, reason: "too many notes come at once", advice: "send fewer at a time")
    }
    let actions = try control.instruments?.begin(
      id, channel: channel ?? 1, key: key, velocity: velocity, frame: frame ?? 0)
    for action in actions ?? [] { try control.send(action, atFrame: frame, operation) }
    return id
  }
}
