// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What commands share that change values of the mixer's tables.
extension ParameterChange where Self: CommandBody {
  /// Reports a value that is out of range.
  func checkRanges(_ operation: String) throws(EngineError) {
    guard let parameter = impossible, let value = self[parameter] else { return }
    throw EngineError(
      operation, reason: "\(value) is no \(parameter.name)",
      advice: "give one in \(parameter.scale.range.text)"
        + (parameter.scale.kind == .gain ? ", linear" : ""))
  }

  /// Steps of one fader count as one change; each switch on or off counts separately.
  func target(of channel: String) -> String? {
    parameters.contains(where: \.isToggle)
      ? nil : "\(Self.name) \(channel) \(parameters.map(\.name))"
  }
}

extension ClosedRange<Float> {
  /// "0...16".
  var text: String { "\(Int(lowerBound))...\(Int(upperBound))" }
}
