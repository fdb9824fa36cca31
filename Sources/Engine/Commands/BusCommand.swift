// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// What changes of a bus.
  public typealias Bus = BusChange
}

extension BusChange: ControlCommand, PreparedCommand {
  static let name = "mix.bus"
  static let timing = EngineCommand.Timing.ahead
  static let isForGuests = true
  var command: EngineCommand { .bus(self) }
  var changeText: String { "the mix of \(bus.rawValue)" }
  private var operation: String { "change the mix of \(bus.rawValue)" }

  func check(_ control: EngineControl) throws(EngineError) { try checkRanges(operation) }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    try control.change(operation, atFrame: frame) { $0.mix(self, atFrame: $1) }
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    [.bus(inverse(of: state.bus(bus), channel: bus))]
  }

  var target: String? { target(of: bus.rawValue) }
}
