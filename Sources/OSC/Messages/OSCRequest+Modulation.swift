// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// Messages for the matrix of hits.
extension OSCRequest {
  /// By their addresses.
  static let modulations: [String: Method] = [
    "/flam/modulate": Method(
      "s:source s:bus i:slot s:parameter f:amount"
    ) { values, _ throws(OSCFault) in
      guard let source = ModulationSource(rawValue: values.text) else {
        let names = ModulationSource.allCases.map(\.rawValue).joined(separator: ", ")
        throw OSCFault(reason: "hits have no '\(values.text)'; there are \(names)")
      }
      return .command(
        .modulate(
          EngineCommand.Modulate(
            Modulation(
              source, RackPlace(named: values.texts[1]), slot: slot(values), values.texts[2],
              amount: values.numbers[1]))))
    },
    "/flam/modulate/remove": Method("i:row") { values, _ throws(OSCFault) in
      .command(.modulate(EngineCommand.Modulate(row: slot(values), nil)))
    },
  ]
}
