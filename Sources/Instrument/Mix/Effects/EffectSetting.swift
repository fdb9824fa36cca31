// SPDX-License-Identifier: GPL-3.0-or-later

/// An effect in a slot of a rack, as the player has it.
public struct EffectSetting: Sendable {
  /// Which.
  public let effect: Effect
  /// It is passed by.
  public var isBypassed = false
  /// The text that it takes beside its numbers; see ``Effect/source``.
  public var source: String?
  /// What the text names had this SHA-256, in hexadecimal; nil where that does not count.
  public var sourceHash: String?
  /// What it is made of, once that was read; not kept.
  public var material: (any EffectMaterial)?
  /// By the places of ``names``.
  private(set) var numbers = SIMD8<Float>.zero
  /// The values of a plug-in that are set, by its own names, sorted; the others are as it has them.
  public private(set) var symbols: [String] = []

  /// An effect with its usual values.
  public init(_ effect: Effect) {
    self.effect = effect
    for (place, parameter) in effect.parameters.enumerated() { numbers[place] = parameter.usual }
  }

  /// The names of its values, in their order.
  public var names: [String] {
    effect == .lv2 ? symbols : effect.parameters.map(\.name)
  }

  /// A value by its name; nil if the effect has no such parameter.
  public subscript(name: String) -> Float? {
    get { names.firstIndex(of: name).map { numbers[$0] } }
    set {
      guard let newValue, takes(name) else { return }
      if let place = names.firstIndex(of: name) {
        numbers[place] = newValue
      } else {
        var all = values
        all[name] = newValue
        symbols = all.keys.sorted()
        for (place, symbol) in symbols.enumerated() { numbers[place] = all[symbol] ?? 0 }
      }
    }
  }

  /// It has a value of this name. A plug-in takes eight of any name: which it has, only it knows.
  public func takes(_ name: String) -> Bool {
    names.contains(name)
      || effect == .lv2 && !name.isEmpty && symbols.count < numbers.scalarCount
  }

  /// Both are made of the same: they differ in their numbers, and in whether they are passed by.
  public func isMade(as other: Self) -> Bool {
    effect == other.effect && source == other.source && sourceHash == other.sourceHash
      && symbols == other.symbols
  }

  /// All values by their names.
  public var values: [String: Float] {
    Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, numbers[$0]) })
  }

  /// It can be used: its text is there if it needs one, and is one that it takes.
  public var hasPossibleSource: Bool {
    guard let kind = effect.source else { return source == nil }
    return source.map(kind.accepts) ?? !kind.isNeeded
  }

  /// Why it cannot work at a place: it would listen to a bus that is mixed later, or to itself, or
  /// is a plug-in where sound goes two ways. Nil if it can.
  public func fault(on place: RackPlace) -> String? {
    if effect == .lv2, place.goesTwoWays {
      return "a plug-in works on a bus, and \(place) goes two ways; there are "
        + RackPlace.buses.filter { !$0.goesTwoWays }.map(\.name).joined(separator: ", ")
    }
    guard effect.source?.kind == .bus, let source, let key = MixBus(rawValue: source),
      !place.keys.contains(key)
    else { return nil }
    let reason =
      place == .bus(key)
      ? "\(place) listens to itself without a key"
      : "\(place) cannot listen to \(source)"
        + (RackPlace.bus(key).keys.contains { RackPlace.bus($0) == place }
          ? ", which is mixed after it" : "")
    let others = place.keys.map(\.rawValue).joined(separator: ", ")
    return others.isEmpty
      ? "\(reason); it can listen to no other" : "\(reason); there are \(others)"
  }

  /// What its text names is to be read before it is made.
  public var lacksMaterial: Bool {
    guard let kind = effect.source?.kind, kind != .bus else { return false }
    return material == nil && source != nil
  }

  /// The first parameter whose value is out of range; nil for none.
  public var impossible: EffectParameter? {
    effect.parameters.enumerated().first { !$1.scale.range.contains(numbers[$0]) }?.element
  }
}

extension EffectSetting: Equatable {
  /// The same effect with the same values, whether or not its material was read.
  public static func == (one: Self, other: Self) -> Bool {
    one.effect == other.effect && one.isBypassed == other.isBypassed
      && one.numbers == other.numbers && one.symbols == other.symbols
      && one.source == other.source && one.sourceHash == other.sourceHash
  }
}

extension EffectSetting: CustomStringConvertible {
  /// In words: "lowpass, cutoff 800 Hz, q 0.71, bypassed".
  public var description: String {
    let text = effect.source.flatMap { kind in source.map { "\(kind.name) \($0)" } }
    return
      ([effect.name] + [text].compactMap(\.self)
      + effect.parameters.enumerated().map { "\($1.name) \($1.scale.text(numbers[$0]))" }
      + symbols.enumerated().map { "\($1) \(numbers[$0])" }
      + (isBypassed ? ["bypassed"] : [])).joined(separator: ", ")
  }
}

extension EffectSetting: Codable {
  private enum Key: String, CodingKey { case effect, isBypassed, source, sourceHash, values }

  /// Reads an effect; values that are missing are the usual ones, and a name that it does not have
  /// is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(try container.decode(Effect.self, forKey: .effect))
    isBypassed = try container.decodeIfPresent(Bool.self, forKey: .isBypassed) ?? false
    source = try container.decodeIfPresent(String.self, forKey: .source)
    sourceHash = try container.decodeIfPresent(String.self, forKey: .sourceHash)
    for (name, value) in try container.decodeIfPresent([String: Float].self, forKey: .values) ?? [:]
    {
      guard takes(name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .values, in: container, debugDescription: "\(effect.name) has no \(name)")
      }
      self[name] = value
    }
  }

  /// Writes an effect with all its values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(effect, forKey: .effect)
    try container.encode(isBypassed, forKey: .isBypassed)
    try container.encodeIfPresent(source, forKey: .source)
    try container.encodeIfPresent(sourceHash, forKey: .sourceHash)
    try container.encode(values, forKey: .values)
  }
}

/// A change of a slot of a rack.
public struct SlotChange: Codable, Sendable, Equatable {
  /// The slots of a rack, as players count them.
  public static let slots = 1...Rack.slotCount

  /// The rack's bus or drum.
  public let bus: RackPlace
  /// Which slot; in ``slots``.
  public let slot: Int
  /// The new content; nil for nothing.
  public let setting: EffectSetting?

  /// A slot that holds something, or nothing.
  public init(_ bus: RackPlace, slot: Int, _ setting: EffectSetting?) {
    (self.bus, self.slot, self.setting) = (bus, slot, setting)
  }

  /// Its numbers are some that a rack can have: it can come from a file.
  public var isPossible: Bool {
    Self.slots.contains(slot) && setting?.impossible == nil && setting?.hasPossibleSource ?? true
      && setting?.fault(on: bus) == nil
  }
}
