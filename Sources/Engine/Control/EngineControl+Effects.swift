// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What the commands of effects have in common.
extension EngineControl {
  /// The effect in a slot of a bus's rack; an error where that is empty.
  func effect(
    _ bus: MixBus, slot: Int, _ operation: String
  ) throws(EngineError) -> EffectSetting {
    if let setting = live.performance.rack(of: bus)[slot] { return setting }
    throw EngineError(
      operation, reason: "slot \(slot) of \(bus.rawValue) is empty",
      advice: "put an effect into it before")
  }

  /// Changes a slot on an output frame; nil for the next that can be.
  func change(
    _ slot: SlotChange, _ operation: String, atFrame frame: Int?
  ) throws(EngineError) {
    try change(operation, atFrame: frame) { $0.mix(slot, atFrame: $1) }
  }
}

extension SlotChange {
  /// Says why a number is that of no slot.
  static func check(_ slot: Int, _ operation: String) throws(EngineError) {
    guard slots.contains(slot) else {
      throw EngineError(
        operation, reason: "a rack has no slot \(slot)",
        advice: "give one of \(slots.lowerBound)...\(slots.upperBound)")
    }
  }
}

extension EffectSetting {
  /// Takes on values by their names, or says why they are none.
  mutating func set(_ values: [String: Float], _ operation: String) throws(EngineError) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let parameter = effect.parameters.first(where: { $0.name == name }) else {
        throw EngineError(
          operation, reason: "a \(effect.name) has no '\(name)'",
          advice: "it has \(effect.parameters.map(\.name).joined(separator: ", "))")
      }
      guard parameter.scale.range.contains(value) else {
        throw EngineError(
          operation, reason: "\(value) is no \(name)",
          advice: "give one in \(parameter.scale.rangeText)")
      }
      self[name] = value
    }
  }
}
