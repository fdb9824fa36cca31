// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Rows of the matrix of hits as people write them.
package enum ModulationText {
  /// "velocity, brightness, …".
  private static let sourceNames = ModulationSource.allCases.map(\.rawValue)
    .joined(separator: ", ")

  /// A row: "velocity:drums:1:cutoff=0.5".
  package static func row(_ text: String) throws(TypedFault) -> Modulation {
    var words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let last = (words.popLast() ?? "").split(separator: "=", maxSplits: 1).map(String.init)
    guard last.count == 2, words.count >= 3 else {
      throw TypedFault(
        "write what of the hits moves which value, and how far: velocity:drums:1:cutoff=0.5")
    }
    return try row(words + last)
  }

  /// A row by its words: what of the hits, the bus or drum, the slot, the value, the amount.
  static func row(_ words: [String]) throws(TypedFault) -> Modulation {
    guard let source = words.first.flatMap({ ModulationSource(rawValue: $0.lowercased()) }) else {
      throw TypedFault("hits have no '\(words.first ?? "")'; there are \(sourceNames)")
    }
    guard words.count >= 5, let slot = Int(words[words.count - 3]) else {
      throw TypedFault(
        "write a bus or a drum, a slot, a value and how far it moves: mod \(source.rawValue) drums 1 "
          + "cutoff 0.5")
    }
    return Modulation(
      source,
      EffectText.place(named: words[1..<(words.count - 3)].joined(separator: " ")), slot: slot,
      words[words.count - 2].lowercased(),
      amount: try TypedValue.number(words[words.count - 1], "the amount", Modulation.amounts))
  }

  /// A row in words: "velocity moves cutoff of drums 1 by 0.5 of its range".
  static func text(_ row: Modulation) -> String {
    "\(row.source.rawValue) moves \(row.parameter) of \(row.bus) \(row.slot) by "
      + "\(ParameterScale.digits(row.amount)) of its range"
  }

  /// Nothing; an error if there are too many rows, or one has no effect on what the slots hold from
  /// the beginning. Which slots are those of a drum is known with the kit alone: it may have several
  /// names.
  ///
  /// - Parameter isLater: An empty slot may be filled later.
  package static func check(
    _ rows: [Modulation], on slots: [SlotChange], isLater: Bool = false
  ) throws(TypedFault) {
    guard rows.count <= Modulation.rows.count else {
      throw TypedFault("the matrix has \(Modulation.rows.count) rows, not \(rows.count)")
    }
    for row in rows {
      if case .pad = row.bus, row.isPossible { continue }
      guard let fault = row.fault(among: slots, isLater: isLater) else { continue }
      throw TypedFault("\(row.source.rawValue): \(fault.reason); \(fault.advice)")
    }
  }
}
