// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Ends a note of an instrument: it fades as the instrument does.
  public struct ToneOff: Codable, Sendable, Equatable {
    /// The note's identity.
    public var id: HitIdentity
    /// The output frame; nil for at once.
    public var frame: Int?

    /// The end of a note.
    public init(id: HitIdentity, frame: Int? = nil) { (self.id, self.frame) = (id, frame) }
  }
}

extension EngineCommand.ToneOff: NoteCommand {
  static let name = "tone.off"
  static let isForGuests = true
  var command: EngineCommand { .toneOff(self) }

  func play(
    on control: inout EngineControl, from caller: CommandCaller
  ) throws(EngineError) -> HitIdentity? {
    let operation = "end a note of an instrument"
    try control.checkInstruments(operation)
    guard let (action, begin) = control.instruments?.end(id) else { return nil }
    // A note that has not begun ends with its first frame: before, it would not be found.
    let later = max(frame ?? 0, begin)
    try control.send(action, atFrame: later > 0 ? later : nil, operation)
    control.instruments?.forget(id)
    return nil
  }
}
