// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Puts an effect into a slot of a rack.
  public struct InsertEffect: Codable, Sendable, Equatable {
    /// The rack's bus or drum.
    public var bus: RackPlace
    /// The effect.
    public var effect: Effect
    /// An empty slot, 1...8; nil for the first empty one.
    public var slot: Int?
    /// Values that differ from the usual ones, by their names.
    public var values: [String: Float]?
    /// It is bypassed at first.
    public var isBypassed: Bool?
    /// The text that it takes beside its values; nil for none. See ``Effect/source``.
    public var source: String?
    /// The SHA-256 that what the text names must have; nil for any.
    public var sourceHash: String?

    /// An effect in a slot.
    public init(
      _ bus: RackPlace, _ effect: Effect, slot: Int? = nil, values: [String: Float]? = nil,
      isBypassed: Bool? = nil, source: String? = nil, sourceHash: String? = nil
    ) {
      (self.bus, self.effect, self.slot) = (bus, effect, slot)
      (self.values, self.isBypassed) = (values, isBypassed)
      (self.source, self.sourceHash) = (source, sourceHash)
    }
  }
}

extension EngineCommand.InsertEffect: SlotCommand {
  static let name = "effect.insert"
  var command: EngineCommand { .insertEffect(self) }
  var changeText: String { "the \(effect.name) of \(bus.name)" }
  var place: Int? { slot }
  var operation: String { "put a \(effect.name) into the rack of \(bus.name)" }

  func admitted(from source: HitSource, by host: CommandHost) throws(CommandRefusal) -> Self {
    guard self.source == nil || effect.source?.kind == .bus else { throw .forbidden }
    return self
  }

  func checkBounds() throws(EngineError) {
    _ = try setting(after: nil)
    try checkSlot()
  }

  func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand {
    guard let setting = try setting(after: nil), setting.lacksMaterial else { return self }
    return try ReadEffect(setting, operation, engine.loop) { ready in
      var read = self
      (read.source, read.sourceHash) = (ready.source, ready.sourceHash)
      return read
    }
  }

  /// It chooses its slot here, so that the journal names the slot.
  func perform(
    on control: inout EngineControl, atFrame frame: Int?, _ resources: EffectResources
  ) throws(EngineError) {
    let meant = try control.place(meantBy: bus, operation)
    let rack = control.live.performance.rack(of: meant)
    guard control.live.performance.mix.hasRack(for: meant) else {
      throw EngineError(
        operation, reason: "\(RackPlace.mostPads) drums have effects, the most that can",
        advice: "remove those of another drum, or put it on a bus: \(RackPlace.busNames)")
    }
    guard let slot = slot ?? Self.freeSlot(rack) else {
      throw EngineError(
        operation, reason: "all its \(SlotChange.slots.count) slots are taken",
        advice: "remove an effect that you no longer need")
    }
    _ = try setting(after: rack[slot])
    var placed = self
    (placed.bus, placed.slot) = (meant, slot)
    try placed.take(on: control, atFrame: frame, resources)
  }

  func setting(after before: EffectSetting?) throws(EngineError) -> EffectSetting? {
    if let before {
      throw EngineError(
        operation, reason: "slot \(slot ?? 0) holds a \(before.effect.name)",
        advice: "remove that, or leave the slot out for the first that is empty")
    }
    var setting = EffectSetting(effect)
    try setting.set(values ?? [:], operation)
    try setting.set(source: source, hash: sourceHash, operation)
    try setting.checkPlace(on: bus, operation)
    setting.isBypassed = isBypassed ?? false
    return setting
  }

  private static func freeSlot(_ rack: [Int: EffectSetting]) -> Int? {
    SlotChange.slots.first { rack[$0] == nil }
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    let meant = state.place(bus) ?? bus
    return (slot ?? Self.freeSlot(state.rack(of: meant))).map {
      [.removeEffect(EngineCommand.RemoveEffect(meant, slot: $0))]
    } ?? []
  }
}
