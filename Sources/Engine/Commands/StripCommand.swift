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
    guard let parameter = impossible, let value = self[parameter] else { return }
    throw EngineError(
      operation, reason: "\(value) is no \(parameter.name)",
      advice: "give one in \(parameter.scale.range.text)"
        + (parameter.scale.kind == .gain ? ", linear" : ""))
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    try control.change(operation, atFrame: frame) { $0.mix(self, atFrame: $1) }
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    guard let kit = state.kit else { return [] }
    return kit.pads(named: drum).map { place in
      .strip(inverse(of: kit.pads[place].strip, drum: kit.pads[place].name))
    }
  }

  var target: String? {
    parameters.contains(where: \.isToggle)
      ? nil : "\(Self.name) \(drum) \(parameters.map(\.name))"
  }
}

extension ClosedRange<Float> {
  /// "0...16".
  var text: String { "\(Int(lowerBound))...\(Int(upperBound))" }
}
