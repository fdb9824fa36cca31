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

  /// Each slot whose content changes is emptied and filled anew, which the journal keeps: an effect
  /// begins at its new place as one that has heard nothing yet.
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let bus = try control.place(meantBy: bus, operation)
    let rack = control.live.performance.rack(of: bus)
    var moved = SlotChange.slots.map { rack[$0] }
    moved.insert(moved.remove(at: slot - 1), at: to - 1)
    for (place, setting) in zip(SlotChange.slots, moved) where rack[place] != setting {
      if rack[place] != nil {
        try control.take(EngineCommand.RemoveEffect(bus, slot: place), atFrame: frame)
      }
      guard let setting else { continue }
      try control.take(
        EngineCommand.InsertEffect(
          bus, setting.effect, slot: place, values: setting.values,
          isBypassed: setting.isBypassed, source: setting.source, sourceHash: setting.sourceHash),
        atFrame: frame, EffectResources(material: { _ in setting.material }))
    }
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    [.moveEffect(Self(state.place(bus) ?? bus, slot: to, to: slot))]
  }
}
