// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// The end of a note.
  public struct NoteOff: Codable, Sendable, Equatable {
    /// The note's identity.
    public var id: HitIdentity
    /// The output frame; nil for at once.
    public var frame: Int?

    /// The end of a note.
    public init(id: HitIdentity, frame: Int? = nil) { (self.id, self.frame) = (id, frame) }
  }
}

extension EngineCommand.NoteOff: NoteCommand {
  static let name = "note.off"
  static let isForGuests = true
  var command: EngineCommand { .noteOff(self) }

  func play(
    on control: inout EngineControl, from caller: CommandCaller
  ) throws(EngineError) -> HitIdentity? {
    try control.send(.off, id: id, frame: frame, from: caller, "end a note")
    return nil
  }
}
