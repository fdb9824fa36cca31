// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// A change of a bus.
  public typealias Bus = BusChange
}

extension BusChange: ControlCommand, PreparedCommand, PerformanceCommand {
  static let name = "mix.bus"
  static let timing = EngineCommand.Timing.ahead
  static let isForGuests = true
  var command: EngineCommand { .bus(self) }
  var changeText: String { "the mix of \(bus.rawValue)" }
  var operation: String { "change the mix of \(bus.rawValue)" }

  func checkBounds() throws(EngineError) { try checkRanges(operation) }

  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    let strip = applied(to: performance.strip(of: bus))
    performance.mix.set(bus, strip)
    performance.send([.bus(bus, strip)], atFrame: frame)
    return true
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    .mix(CommandEffect(command, frame: frame + Instrument.outputLatencyFrames))
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    [.bus(inverse(of: state.bus(bus), channel: bus))]
  }

  var target: String? { target(of: bus.rawValue) }
}
