// SPDX-License-Identifier: GPL-3.0-or-later

/// A row of the matrix: at each hit that plays, a value of an effect moves by what the hit is like,
/// and stays there until the next hit.
///
/// A row of a drum's rack follows the hits on that drum, a row of a bus follows all hits. While its
/// slot holds no effect with such a value, it rests.
public struct Modulation: Codable, Sendable, Equatable {
  /// The rows of the matrix, as players count them.
  public static let rows = 1...HitMatrix.rowCount
  /// Parts of a value's range by which it can move.
  public static let amounts: ClosedRange<Float> = -1...1

  /// What of a hit moves the value.
  public var source: ModulationSource
  /// The rack's bus or drum.
  public var bus: RackPlace
  /// The slot, 1...8.
  public var slot: Int
  /// The name of the effect's value.
  public var parameter: String
  /// How far it moves where the source is 1: a part of its range; see ``amounts``. Of a frequency,
  /// a time or a ratio, the range is counted in octaves.
  public var amount: Float

  /// A row.
  public init(
    _ source: ModulationSource, _ bus: RackPlace, slot: Int, _ parameter: String, amount: Float
  ) {
    (self.source, self.bus, self.slot) = (source, bus, slot)
    (self.parameter, self.amount) = (parameter, amount)
  }

  /// Its numbers are some that a row can have: it can come from a file.
  public var isPossible: Bool {
    SlotChange.slots.contains(slot) && Self.amounts.contains(amount)
  }

  /// Both move the same value by the same source.
  public func isAlike(_ other: Self) -> Bool {
    source == other.source && bus == other.bus && slot == other.slot
      && parameter == other.parameter
  }

  /// Why it has no effect on what slots hold, where each drum has its own name, and what to do; nil
  /// if it has one.
  ///
  /// - Parameter isLater: An empty slot may be filled later.
  public func fault(
    among slots: [SlotChange], isLater: Bool
  ) -> (reason: String, advice: String)? {
    let setting = slots.last { $0.bus == bus && $0.slot == slot }?.setting
    return isLater && setting == nil && isPossible ? nil : fault(on: setting)
  }

  /// Why it has no effect on what its slot holds, and what to do; nil if it has one.
  public func fault(on setting: EffectSetting?) -> (reason: String, advice: String)? {
    let (slots, amounts) = (SlotChange.slots, Self.amounts)
    guard slots.contains(slot) else {
      return ("a rack has no slot \(slot)", "give one of \(slots.lowerBound)...\(slots.upperBound)")
    }
    guard amounts.contains(amount) else {
      return (
        "\(amount) is no amount",
        "give one in \(Int(amounts.lowerBound))...\(Int(amounts.upperBound)), a part of the range"
      )
    }
    guard let setting else {
      return ("slot \(slot) of \(bus.name) is empty", "put an effect into it before")
    }
    let names = setting.effect.parameters.filter(\.followsHits).map(\.name)
    guard !names.contains(parameter) else { return nil }
    let reason = "a \(setting.effect.name) has no '\(parameter)' that follows hits"
    return (
      reason,
      names.isEmpty ? "choose another effect" : "it has \(names.joined(separator: ", "))"
    )
  }
}

extension EffectParameter {
  /// Hits can move it: it is a number, and the effect comes as late whatever it is.
  public var followsHits: Bool {
    switch scale.kind {
    case .number, .ratio: self != .taps && self != .points
    case .gain, .place, .tempo, .toggle, .choice, .note: false
    }
  }
}
