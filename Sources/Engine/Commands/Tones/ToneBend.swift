// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Bends the notes of a MIDI channel, those that sound and those that begin later.
  public struct ToneBend: Codable, Sendable, Equatable {
    /// The channel, 1...16; missing for 1.
    public var channel: Int?
    /// How far, in hundredths of a semitone, -2400...2400; 0 ends it.
    public var cents: Float
    /// The output frame; nil for at once.
    public var frame: Int?

    /// A bend.
    public init(channel: Int? = nil, cents: Float, frame: Int? = nil) {
      (self.channel, self.cents, self.frame) = (channel, cents, frame)
    }
  }
}

extension EngineCommand.ToneBend: NoteCommand {
  static let name = "tone.bend"
  static let isForGuests = true
  var command: EngineCommand { .toneBend(self) }

  func play(
    on control: inout EngineControl, from caller: CommandCaller
  ) throws(EngineError) -> HitIdentity? {
    let operation = "bend the notes of a channel"
    try control.checkInstruments(operation)
    try EngineControl.check(channel: channel ?? 1, operation)
    guard ObjectEvent.bends.contains(cents) else {
      throw EngineError(
        operation, reason: "\(cents) cents is too far", advice: "give cents in -2400...2400")
    }
    let now = control.live.performance.snapshot.frame
    guard control.noteDensity.takes(atFrame: frame ?? now, now: now, from: caller) else {
      throw EngineError(
        operation, reason: "too many changes come at once", advice: "send fewer at a time")
    }
    let bend = ObjectEvent.Change.bend(cents: cents, object: (channel ?? 1) - 1)
    try control.send(.plain(bend), atFrame: frame, operation)
    return nil
  }
}
