// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Ends all sounds of a pad.
  public struct Choke: Codable, Sendable, Equatable {
    /// As in ``NoteOn/pad``; all pads that the name means.
    public var pad: String
    /// Where it comes from; nil for a key.
    public var source: HitSource?
    /// The output frame; nil for at once.
    public var frame: Int?

    /// The end of a pad's sounds.
    public init(pad: String, source: HitSource? = nil, frame: Int? = nil) {
      (self.pad, self.source, self.frame) = (pad, source, frame)
    }
  }
}

extension EngineCommand.Choke: NoteCommand {
  static let name = "choke"
  static let isForGuests = true
  var command: EngineCommand { .choke(self) }

  func admitted(from source: HitSource, by host: CommandHost) -> Self {
    var choke = self
    choke.source = source
    return choke
  }

  func play(
    on control: inout EngineControl, from caller: CommandCaller
  ) throws(EngineError) -> HitIdentity? {
    let operation = "choke '\(pad)'"
    for pad in try control.pads(pad, operation) {
      try control.send(
        .choke(pad), id: control.nextIdentity(source ?? .key), frame: frame, from: caller,
        operation)
    }
    return nil
  }
}
