// SPDX-License-Identifier: GPL-3.0-or-later

/// The mixer as the player has set it: what was changed of drums, by their names, so that it also holds for other kits.
public struct MixDesk: Sendable {
  private var changes: [StripChange]
  /// Linear gains of the buses that were changed.
  public private(set) var busGains: [MixBus: Float] = [:]

  /// A mixer that is set so, the later changes over the earlier ones.
  public init(_ changes: [StripChange] = []) { self.changes = changes }

  /// Notes a change.
  public mutating func note(_ change: StripChange) { changes.append(change) }

  /// Notes the gain of a bus.
  public mutating func note(_ bus: MixBus, gain: Float) { busGains[bus] = gain }

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
  /// The pads that a name means; see ``DrumName/places(named:in:)``.
  public func pads(named asked: String) -> [Int] {
    DrumName.places(
      named: asked,
      in: pads.map { DrumName.names(role: $0.role, name: $0.name, note: $0.note) })
  }
}

extension Pad {
  /// What players call it: by its role, or as its kit does where it has none.
  public var title: String { role == .other ? name : role.name }
}
