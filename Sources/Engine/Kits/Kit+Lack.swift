// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension Kit {
  /// How many names of drums an error lists.
  private static var mostNames: Int { 20 }

  /// The error that it has no drum of a name.
  func lack(of name: String, _ operation: String) -> EngineError {
    EngineError(
      operation, reason: "the kit has no drum '\(name)'", advice: "it has \(list(pads))")
  }

  /// The names of pads, each once.
  private func list(_ pads: [Pad]) -> String {
    var known: Set<String> = []
    let names = pads.map(\.title).filter { known.insert($0).inserted }
    let more = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
    return names.prefix(Self.mostNames).joined(separator: ", ") + more
  }

  /// The rack's place that a name means; an error if it has no such drum, or several.
  func place(_ asked: RackPlace, _ operation: String) throws(EngineError) -> RackPlace {
    guard case .pad(let name) = asked else { return asked }
    let meant = pads(named: name).map { pads[$0] }
    if let place = RackPlace.place(of: meant.map(\.title), asked: name) { return place }
    guard meant.isEmpty else {
      throw EngineError(
        operation, reason: "'\(name)' is several drums, and each has a rack of its own",
        advice: "name one of \(list(meant))")
    }
    throw EngineError(
      operation, reason: "there is no bus '\(name)', and the kit has no such drum",
      advice: "name one of \(RackPlace.busNames), or of the drums: \(list(pads))")
  }

  /// What slots hold from the beginning, each drum by its own name, which settles who shares a rack;
  /// an error if it has no such drum.
  public func slots(_ asked: [SlotChange]) throws(EngineError) -> [SlotChange] {
    var slots: [SlotChange] = []
    for change in asked {
      let place = try place(change.bus, "put effects on '\(change.bus)'")
      let taken = slots.filter { $0.bus == place }.map(\.slot)
      let slot = taken.contains(change.slot) ? (taken.max() ?? 0) + 1 : change.slot
      guard SlotChange.slots.contains(slot) else {
        throw EngineError(
          "put effects on '\(change.bus)'",
          reason: "\(place) has room for \(SlotChange.slots.count) effects",
          advice: "leave some of them out")
      }
      slots.append(SlotChange(place, slot: slot, change.setting))
    }
    return slots
  }

  /// The rows of the matrix, each drum by its own name; an error if it has no such drum, or if a row
  /// has no effect on what slots hold. A part of a kit may lack some of its drums: it leaves their
  /// rows as they are.
  ///
  /// - Parameters:
  ///   - slots: What they hold from the beginning, each drum by its own name: see ``slots(_:)``.
  ///   - isLater: An empty slot may be filled later.
  public func modulations(
    _ asked: [Modulation], on slots: [SlotChange], isLater: Bool = false
  ) throws(EngineError) -> [Modulation] {
    var rows: [Modulation] = []
    for var row in asked {
      if case .pad = row.bus, !isWhole {
        rows.append(row)
        continue
      }
      let operation = "have the effects of '\(row.bus)' follow the \(row.source.rawValue) of hits"
      row.bus = try place(row.bus, operation)
      if let fault = row.fault(among: slots, isLater: isLater) {
        throw EngineError(operation, reason: fault.reason, advice: fault.advice)
      }
      rows.append(row)
    }
    return rows
  }
}
