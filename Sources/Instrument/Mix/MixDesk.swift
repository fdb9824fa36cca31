// SPDX-License-Identifier: GPL-3.0-or-later

/// The mixer as the player has set it: what was changed of drums, by their names, so that it also holds for other kits.
public struct MixDesk: Sendable {
  private var changes: [StripChange]

  /// A mixer that is set so, the later changes over the earlier ones.
  public init(_ changes: [StripChange] = []) { self.changes = changes }

  /// Notes a change.
  public mutating func note(_ change: StripChange) { changes.append(change) }

  /// No drum is soloed any more.
  public mutating func endSolo() { for index in changes.indices { changes[index].isSoloed = nil } }

  /// The strips of a kit's pads.
  public func strips(of kit: Kit) -> [Strip] {
    var strips = kit.pads.map { _ in Strip() }
    for change in changes {
      for pad in kit.pads(named: change.drum) { strips[pad] = change.applied(to: strips[pad]) }
    }
    return strips
  }
}

extension Kit {
  /// The pads that a name means, in any case: those whose role, own name or MIDI note it is; else those whose role or name
  /// begins with it; else those in which it occurs.
  public func pads(named asked: String) -> [Int] {
    let asked = asked.lowercased()
    let whole = pads.indices.filter { pads[$0].names.contains(asked) }
    if !whole.isEmpty || asked.isEmpty { return whole }
    let beginning = pads.indices.filter { pads[$0].names.contains { $0.hasPrefix(asked) } }
    if !beginning.isEmpty { return beginning }
    return pads.indices.filter { pads[$0].names.contains { Self.occurs(asked, in: $0) } }
  }

  private static func occurs(_ part: String, in name: String) -> Bool {
    name.indices.contains { name[$0...].hasPrefix(part) }
  }
}

extension Pad {
  /// What players call it: by its role, or as its kit does where it has none.
  public var title: String { role == .other ? name : role.name }

  /// All that it is called, in small letters.
  fileprivate var names: [String] {
    ((role == .other ? [] : [role.name]) + [name.lowercased()] + (note.map { ["\($0)"] } ?? []))
  }
}
