// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Takes an effect out of a slot of a rack.
  public struct RemoveEffect: Codable, Sendable, Equatable {
    /// The rack's bus or drum.
    public var bus: RackPlace
    /// The slot, 1...8.
    public var slot: Int

    /// A slot that becomes empty.
    public init(_ bus: RackPlace, slot: Int) { (self.bus, self.slot) = (bus, slot) }
  }
}

extension EngineCommand.RemoveEffect: SlotCommand {
  static let name = "effect.remove"
  var command: EngineCommand { .removeEffect(self) }
  var changeText: String { "the end of the effect in slot \(slot) of \(bus.name)" }
  var place: Int? { slot }
  var operation: String { "remove the effect in slot \(slot) of \(bus.name)" }

  func setting(after before: EffectSetting?) throws(EngineError) -> EffectSetting? {
    _ = try held(before)
    return nil
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    guard let before = state.rack(of: state.place(bus) ?? bus)[slot] else { return [] }
    return [
      .insertEffect(
        EngineCommand.InsertEffect(
          bus, before.effect, slot: slot, values: before.values, isBypassed: before.isBypassed,
          source: before.source, sourceHash: before.sourceHash))
    ]
  }
}
