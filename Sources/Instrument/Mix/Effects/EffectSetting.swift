// SPDX-License-Identifier: GPL-3.0-or-later

/// An effect in a slot of a rack, as the player has it.
public struct EffectSetting: BitwiseCopyable, Sendable, Equatable {
  /// Which.
  public let effect: Effect
  /// It is passed by.
  public var isBypassed = false
  /// By the places of its parameters.
  private(set) var numbers = SIMD8<Float>.zero

  /// An effect with its usual values.
  public init(_ effect: Effect) {
    self.effect = effect
    for (place, parameter) in effect.parameters.enumerated() { numbers[place] = parameter.usual }
  }

  /// A value by its name; nil if the effect has no such parameter.
  public subscript(name: String) -> Float? {
    get { effect.parameters.firstIndex { $0.name == name }.map { numbers[$0] } }
    set {
      guard let newValue, let place = effect.parameters.firstIndex(where: { $0.name == name })
      else { return }
      numbers[place] = newValue
    }
  }

  /// All values by their names.
  public var values: [String: Float] {
    Dictionary(
      uniqueKeysWithValues: effect.parameters.enumerated().map { ($1.name, numbers[$0]) })
  }

  /// The first parameter whose value is out of range; nil for none.
  public var impossible: EffectParameter? {
    effect.parameters.enumerated().first { !$1.scale.range.contains(numbers[$0]) }?.element
  }
}

extension EffectSetting: CustomStringConvertible {
  /// In words: "lowpass, cutoff 800 Hz, q 0.71, bypassed".
  public var description: String {
    ([effect.name]
      + effect.parameters.enumerated().map { "\($1.name) \($1.scale.text(numbers[$0]))" }
      + (isBypassed ? ["bypassed"] : [])).joined(separator: ", ")
  }
}

extension EffectSetting: Codable {
  private enum Key: String, CodingKey { case effect, isBypassed, values }

  /// Reads an effect; values that are missing are the usual ones, and a name that it does not have
  /// is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(try container.decode(Effect.self, forKey: .effect))
    isBypassed = try container.decodeIfPresent(Bool.self, forKey: .isBypassed) ?? false
    for (name, value) in try container.decodeIfPresent([String: Float].self, forKey: .values) ?? [:]
    {
      guard self[name] != nil else {
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
  public var isPossible: Bool { Self.slots.contains(slot) && setting?.impossible == nil }
}
