// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Ends all solos.
  struct EndSolo: PlainCommand, ControlCommand, PreparedCommand, PerformanceCommand {
    static let name = "mix.unsolo"
    static let timing = Timing.ahead
    static let isForGuests = true
    var command: EngineCommand { .endSolo }
    var changeText: String { "the end of the solo" }
    var operation: String { "end the solo" }

    func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
      performance.mix.endSolo()
      performance.sendStrips(of: Array(performance.kit.pads.indices), atFrame: frame)
      return true
    }

    func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
      .mix(CommandEffect(command, frame: frame + Instrument.outputLatencyFrames))
    }

    func inverse(in state: EngineState) -> [EngineCommand] {
      (state.kit?.pads ?? []).filter(\.strip.isSoloed).map {
        .strip(StripChange(drum: $0.name, .solo, 1))
      }
    }
  }
}
