// SPDX-License-Identifier: GPL-3.0-or-later

extension EngineCommand {
  /// The end of the track that is played along.
  struct StopBacking: PlainCommand, ControlCommand, PreparedCommand {
    static let name = "backing.stop"
    static let timing = Timing.ahead
    static let isForGuests = true
    var command: EngineCommand { .stopBacking }

    func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
      let operation = "stop the backing"
      guard control.live.performance.backing != nil else {
        throw EngineError(operation, reason: "nothing is played along", advice: "start one first")
      }
      try control.change(operation, atFrame: frame) { $0.endBacking(atFrame: $1) }
    }
  }
}
