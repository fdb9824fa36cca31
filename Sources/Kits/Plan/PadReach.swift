// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What strikes a pad of a kit.
public struct PadReach: Sendable {
  /// The roles of sounds that it answers without anybody choosing it.
  public let roles: [PadRole]
  /// The roles among them that are not its own: the kit lacks their drums.
  public let standsInFor: [PadRole]
  /// Names that no earlier pad has, with which a sound or a note is assigned to it: its name, and
  /// its MIDI note.
  public let names: [String]

  /// Whether sounds or notes can strike it.
  public var isReachable: Bool { !roles.isEmpty || !names.isEmpty }
}

extension KitPlan {
  /// The pads that answer a sound, in all its ways of striking.
  public func pads(for choice: PadChoice) -> [Int] {
    choice.places(inKit: name, among: pads.map { (name: $0.name, note: $0.note) }) { pad(for: $0) }
      .compactMap(\.self)
  }

  /// The pad that answers a role.
  public func pad(for role: PadRole) -> Int {
    role.pad(among: pads.map(\.candidate))
  }

  /// What strikes each pad, in order.
  public var reaches: [PadReach] {
    let hasOthers = pads.contains { $0.role == .other }
    let places = PadRole.allCases.filter { $0 != .other || hasOthers }
      .map { (role: $0, pad: pad(for: $0)) }
    var taken: Set<String> = []
    return pads.indices.map { pad in
      let roles = places.filter { $0.pad == pad }.map(\.role)
      // A name that is a role means the pad of that role.
      let own = PadRole(name: pads[pad].name.lowercased()).map(roles.contains) ?? true
      let names = ((own ? [pads[pad].name] : []) + (pads[pad].note.map { ["\($0)"] } ?? []))
        .filter { taken.insert($0.lowercased()).inserted }
      return PadReach(
        roles: roles, standsInFor: roles.filter { $0 != pads[pad].role }, names: names)
    }
  }
}
