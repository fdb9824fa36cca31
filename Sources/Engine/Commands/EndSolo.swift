// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// The end of all solos.
  struct EndSolo: PlainCommand, ControlCommand, PreparedCommand {
    static let name = "mix.unsolo"
    static let timing = Timing.ahead
    static let isForGuests = true
    var command: EngineCommand { .endSolo }
    var changeText: String { "the end of the solo" }

    func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
      try control.change("end the solo", atFrame: frame) { $0.endSolo(atFrame: $1) }
    }

    func inverse(in state: EngineState) -> [EngineCommand] {
      (state.kit?.pads ?? []).filter(\.strip.isSoloed).map {
        .strip(StripChange(drum: $0.name, .solo, 1))
      }
    }
  }
}
