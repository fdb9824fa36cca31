// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Ends the backing track.
  struct StopBacking: PlainCommand, ControlCommand, PreparedCommand, PerformanceCommand {
    static let name = "backing.stop"
    static let timing = Timing.ahead
    static let isForGuests = true
    var command: EngineCommand { .stopBacking }
    var operation: String { "stop the backing" }

    func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
      guard control.live.performance.backing != nil else {
        throw EngineError(operation, reason: "nothing is played along", advice: "start one first")
      }
      try control.take(self, atFrame: frame)
    }

    func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
      performance.play(along: nil, atFrame: frame)
      return true
    }

    func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
      .backing(EngineEvent.Backing(.ended, frame: frame + Instrument.outputLatencyFrames))
    }
  }
}
