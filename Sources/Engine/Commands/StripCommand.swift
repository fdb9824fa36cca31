// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// What changes of the strips of the drums that a name means.
  public typealias Strip = StripChange
}

extension StripChange: ControlCommand, PreparedCommand {
  static let name = "mix.strip"
  static let timing = EngineCommand.Timing.ahead
  static let isForGuests = true
  var command: EngineCommand { .strip(self) }
  var changeText: String { "the mix of \(drum)" }
  private var operation: String { "change the mix of '\(drum)'" }

  func check(_ control: EngineControl) throws(EngineError) {
    _ = try control.pads(drum, operation)
    try checkRanges(operation)
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    try control.change(operation, atFrame: frame) { $0.mix(self, atFrame: $1) }
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    guard let kit = state.kit else { return [] }
    return kit.pads(named: drum).map { place in
      .strip(inverse(of: kit.pads[place].strip, channel: kit.pads[place].name))
    }
  }

  var target: String? { target(of: drum) }
}
