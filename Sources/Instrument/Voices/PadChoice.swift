// SPDX-License-Identifier: GPL-3.0-or-later

/// The pads of a sound, in every kit.
public struct PadChoice: Hashable, Sendable {
  /// Its role in a drum set. The role's pad answers if a kit has none of the named pads.
  public let role: PadRole
  /// What it plays; nil for the pad of the role.
  public let rule: PadRule?
  /// What it plays instead in single kits, by the names of the kits.
  public let kitRules: [String: PadRule]

  /// The pad of a role, or those of rules.
  public init(_ role: PadRole, rule: PadRule? = nil, kitRules: [String: PadRule] = [:]) {
    (self.role, self.rule, self.kitRules) = (role, rule, kitRules)
  }

  /// The same, the rule as it was kept.
  public init(_ role: PadRole, named name: String?) {
    self.init(role, rule: name.map(PadRule.init(kept:)))
  }

  /// What it plays in a kit; nil for the pad of the role.
  public func rule(inKit kit: String) -> PadRule? {
    kitRules.first { $0.key.lowercased() == kit.lowercased() }?.value ?? rule
  }

  /// As text: what it plays in a kit, or in every kit if none is named.
  public func text(inKit kit: String? = nil) -> String {
    (kit.map { rule(inKit: $0) } ?? rule)?.description ?? role.name
  }

  /// The pads of this and of another at once, in each kit.
  public func together(with other: PadChoice) -> PadChoice {
    func both(inKit kit: String? = nil) -> PadRule {
      PadRule(kept: text(inKit: kit)).together(with: PadRule(kept: other.text(inKit: kit)))
    }
    let kits = kitRules.merging(other.kitRules) { $1 }
    return PadChoice(
      role, rule: both(),
      kitRules: Dictionary(uniqueKeysWithValues: kits.keys.map { ($0, both(inKit: $0)) }))
  }

  /// How the audio thread finds it in any kit.
  public var addresses: SoundAddresses {
    SoundAddresses(
      every: SoundAddress(rule, role),
      byKit: kitRules.map { (PadAddress.key($0.key), SoundAddress($0.value, role)) })
  }

  /// The indices of all pads that it strikes in a kit, whichever way strokes go.
  ///
  /// - Parameters:
  ///   - pads: Those of the kit.
  ///   - answer: The pad of a role; nil if that is not known yet.
  public func places(
    inKit kit: String, among pads: [(name: String, note: Int?)], answer: (PadRole) -> Int?
  ) -> [Int?] {
    guard let rule = rule(inKit: kit) else { return [answer(role)] }
    if !rule.isPlain, let whole = Self.place(rule.description, among: pads) { return [whole] }
    var places: [Int?] = []
    for turn in rule.parts.flatMap(\.turns) {
      let known = turn.compactMap { name -> Int?? in
        if let role = PadRole(name: name.lowercased()) { return .some(answer(role)) }
        return Self.place(name, among: pads).map { .some($0) }
      }
      for place in known.isEmpty ? [answer(role)] : known where !places.contains(place) {
        places.append(place)
      }
    }
    return places
  }

  /// The first pad of a name, else of a MIDI note.
  private static func place(_ name: String, among pads: [(name: String, note: Int?)]) -> Int? {
    let name = name.lowercased()
    return pads.firstIndex { $0.name.lowercased() == name }
      ?? pads.firstIndex { $0.note.map(String.init) == name }
  }
}
