// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Ends all sounds of the drums.
  struct Panic: PlainCommand, ControlCommand, PreparedCommand {
    static let name = "panic"
    static let timing = Timing.ahead
    static let isForGuests = true
    static let meaning: String? = "silence all that the drums sound, at once"
    var command: EngineCommand { .panic }

    func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
      let (kit, drums) = (control.live.performance.kit, control.live.performance.drumsNumber)
      for place in kit.pads.indices {
        let pad = NotePad(place, role: kit.pads[place].role, ofDrums: drums)
        try control.send(
          .choke(pad), id: control.nextIdentity(.key), frame: frame, "silence the drums")
      }
      control.events.publish(.panic(EngineEvent.Panic(frame: frame)))
    }
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
