// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Moves an effect to another place in its rack; the slots between make room.
  public struct MoveEffect: Codable, Sendable, Equatable {
    /// The rack's bus or drum.
    public var bus: RackPlace
    /// The slot that it leaves, 1...8.
    public var slot: Int
    /// The slot that it comes to, 1...8.
    public var to: Int

    /// An effect that comes to another slot.
    public init(_ bus: RackPlace, slot: Int, to: Int) {
      (self.bus, self.slot, self.to) = (bus, slot, to)
    }
  }
}

extension EngineCommand.MoveEffect: ControlCommand, PreparedCommand {
  static let name = "effect.move"
  static let timing = EngineCommand.Timing.ahead
  static let isForGuests = true
  var command: EngineCommand { .moveEffect(self) }
  var changeText: String { "the order of the effects of \(bus.name)" }

  private var operation: String {
    "move the effect in slot \(slot) of \(bus.name) to slot \(to)"
  }

  func check(_ control: EngineControl) throws(EngineError) {
    let slots = SlotChange.slots
    for place in [slot, to] where !slots.contains(place) {
      throw EngineError(
        operation, reason: "a rack has no slot \(place)",
        advice: "give one of \(slots.lowerBound)...\(slots.upperBound)")
    }
    let place = try control.place(meantBy: bus, operation)
    guard control.live.performance.rack(of: place)[slot] != nil else {
      throw EngineError(
        operation, reason: "slot \(slot) of \(bus.name) is empty",
        advice: "give a slot that holds an effect")
    }
  }

  /// A plug-in runs for one effect: one that changes its place is started again.
  func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand {
    let (slots, place) = (SlotChange.slots, engine.state.place(bus) ?? bus)
    guard slots.contains(slot), slots.contains(to) else { return self }
    let rack = engine.control.withLock { $0.live.performance.rack(of: place) }
    var started: [Int: EffectSetting] = [:]
    for (slot, setting) in moved(rack) where setting?.effect == .lv2 {
      guard rack[slot] != setting, var anew = setting else { continue }
      anew.material = nil
      started[slot] = try anew.ready(operation, engine.loop)
    }
    return started.isEmpty ? self : StartedMove(move: self, started: started)
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    try perform(on: &control, atFrame: frame, started: [:])
  }

  /// Each slot whose content changes is emptied and filled anew, which the journal keeps: an effect
  /// begins at its new place as one that has heard nothing yet.
  fileprivate func perform(
    on control: inout EngineControl, atFrame frame: Int?, started: [Int: EffectSetting]
  ) throws(EngineError) {
    let bus = try control.place(meantBy: bus, operation)
    let rack = control.live.performance.rack(of: bus)
    let changed = moved(rack).filter { rack[$0.slot] != $0.setting }
    for (place, setting) in changed
    where setting?.effect == .lv2
      && setting.flatMap({ started[place]?.isMade(as: $0) }) != true
    {
      throw EngineError(
        operation, reason: "a plug-in came into the rack meanwhile", advice: "ask for it again")
    }
    for (place, setting) in changed {
      if rack[place] != nil {
        try control.take(EngineCommand.RemoveEffect(bus, slot: place), atFrame: frame)
      }
      guard let setting else { continue }
      let material = started[place]?.material ?? setting.material
      try control.take(
        EngineCommand.InsertEffect(
          bus, setting.effect, slot: place, values: setting.values,
          isBypassed: setting.isBypassed, source: setting.source, sourceHash: setting.sourceHash),
        atFrame: frame, EffectResources(material: { _ in material }))
    }
  }

  /// What the slots hold after the move, in their order.
  private func moved(_ rack: [Int: EffectSetting]) -> [(slot: Int, setting: EffectSetting?)] {
    var settings = SlotChange.slots.map { rack[$0] }
    settings.insert(settings.remove(at: slot - 1), at: to - 1)
    return zip(SlotChange.slots, settings).map { ($0, $1) }
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    [.moveEffect(Self(state.place(bus) ?? bus, slot: to, to: slot))]
  }
}

/// A move with the plug-ins that were started for it, by their new slots.
private struct StartedMove: PreparedCommand {
  let move: EngineCommand.MoveEffect
  let started: [Int: EffectSetting]

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    try move.perform(on: &control, atFrame: frame, started: started)
  }
}
