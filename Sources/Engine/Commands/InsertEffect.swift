// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Puts an effect into a slot of a bus's rack.
  public struct InsertEffect: Codable, Sendable, Equatable {
    /// The rack's bus.
    public var bus: MixBus
    /// The effect.
    public var effect: Effect
    /// An empty slot, 1...8; nil for the first empty one.
    public var slot: Int?
    /// Values that differ from the usual ones, by their names.
    public var values: [String: Float]?
    /// It is bypassed at first.
    public var isBypassed: Bool?

    /// An effect in a slot.
    public init(
      _ bus: MixBus, _ effect: Effect, slot: Int? = nil, values: [String: Float]? = nil,
      isBypassed: Bool? = nil
    ) {
      (self.bus, self.effect, self.slot) = (bus, effect, slot)
      (self.values, self.isBypassed) = (values, isBypassed)
    }
  }
}

extension EngineCommand.InsertEffect: SlotCommand {
  static let name = "effect.insert"
  var command: EngineCommand { .insertEffect(self) }
  var changeText: String { "the \(effect.name) of \(bus.rawValue)" }
  var place: Int? { slot }
  var operation: String { "put a \(effect.name) into the rack of \(bus.rawValue)" }

  func checkBounds() throws(EngineError) {
    _ = try setting(after: nil)
    try checkSlot()
  }

  /// It chooses its slot here, so that the journal names the slot.
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let rack = control.live.performance.rack(of: bus)
    guard let slot = slot ?? Self.freeSlot(rack) else {
      throw EngineError(
        operation, reason: "all its \(SlotChange.slots.count) slots are taken",
        advice: "remove an effect that you no longer need")
    }
    _ = try setting(after: rack[slot])
    var placed = self
    placed.slot = slot
    try control.take(placed, atFrame: frame)
  }

  func setting(after before: EffectSetting?) throws(EngineError) -> EffectSetting? {
    if let before {
      throw EngineError(
        operation, reason: "slot \(slot ?? 0) holds a \(before.effect.name)",
        advice: "remove that, or leave the slot out for the first that is empty")
    }
    var setting = EffectSetting(effect)
    try setting.set(values ?? [:], operation)
    setting.isBypassed = isBypassed ?? false
    return setting
  }

  private static func freeSlot(_ rack: [Int: EffectSetting]) -> Int? {
    SlotChange.slots.first { rack[$0] == nil }
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    (slot ?? Self.freeSlot(state.rack(of: bus))).map {
      [.removeEffect(EngineCommand.RemoveEffect(bus, slot: $0))]
    } ?? []
  }
}
