// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// An effect that goes out of a slot of a bus's rack.
  public struct RemoveEffect: Codable, Sendable, Equatable {
    /// Whose rack.
    public var bus: MixBus
    /// Which slot, 1...8.
    public var slot: Int

    /// A slot that becomes empty.
    public init(_ bus: MixBus, slot: Int) { (self.bus, self.slot) = (bus, slot) }
  }
}

extension EngineCommand.RemoveEffect: SlotCommand {
  static let name = "effect.remove"
  var command: EngineCommand { .removeEffect(self) }
  var changeText: String { "the end of the effect in slot \(slot) of \(bus.rawValue)" }
  var place: Int? { slot }
  var operation: String { "remove the effect in slot \(slot) of \(bus.rawValue)" }

  func setting(after before: EffectSetting?) throws(EngineError) -> EffectSetting? {
    _ = try held(before)
    return nil
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    guard let before = state.rack(of: bus)[slot] else { return [] }
    return [
      .insertEffect(
        EngineCommand.InsertEffect(
          bus, before.effect, slot: slot, values: before.values, isBypassed: before.isBypassed))
    ]
  }
}
