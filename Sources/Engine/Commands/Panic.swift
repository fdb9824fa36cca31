// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Ends all sounds of the drums, those before a change of kit too, and those of the player's instruments.
  public struct Panic: Codable, Sendable, Equatable {
    /// Where it comes from; nil for a key.
    public var source: HitSource?
    /// The output frame; nil for at once.
    public var frame: Int?

    /// The end of all sounds.
    public init(source: HitSource? = nil, frame: Int? = nil) {
      (self.source, self.frame) = (source, frame)
    }
  }
}

extension EngineCommand.Panic: NoteCommand, PlainCommand {
  static let name = "panic"
  static let isForGuests = true
  static let meaning: String? = "silence all that the drums sound, at once"
  var command: EngineCommand { .panic(self) }

  init() { self.init(source: nil) }

  func admitted(from source: HitSource, by host: CommandHost) -> Self {
    Self(source: source, frame: frame)
  }

  func play(
    on control: inout EngineControl, from caller: CommandCaller
  ) throws(EngineError) -> HitIdentity? {
    let id = control.nextIdentity(source ?? .key)
    try control.send(.silence, id: id, frame: frame, from: caller, "silence the drums")
    control.events.publish(.panic(EngineEvent.Panic(frame: frame)))
    try control.send(.plain(.silence), atFrame: frame, "silence the instruments")
    return nil
  }
}

extension EngineEvent {
  /// All sounds of the drums were ended.
  public struct Panic: Codable, Sendable, Equatable {
    /// The output frame on which it takes place; missing for the next possible one.
    public let frame: Int?

    /// An end of all sounds.
    public init(frame: Int? = nil) { self.frame = frame }
  }
}
