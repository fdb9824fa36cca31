// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Bypasses an effect in a slot of a rack, or ends that.
  public struct BypassEffect: Codable, Sendable, Equatable {
    /// The rack's bus or drum.
    public var bus: RackPlace
    /// The slot, 1...8.
    public var slot: Int
    /// The effect is bypassed.
    public var isBypassed: Bool

    /// An effect that is bypassed, or no longer.
    public init(_ bus: RackPlace, slot: Int, isBypassed: Bool) {
      (self.bus, self.slot, self.isBypassed) = (bus, slot, isBypassed)
    }
  }
}

extension EngineCommand.BypassEffect: SlotCommand {
  static let name = "effect.bypass"
  var command: EngineCommand { .bypassEffect(self) }
  var changeText: String { "the bypass of slot \(slot) of \(bus.name)" }
  var place: Int? { slot }
  var operation: String { "bypass slot \(slot) of \(bus.name)" }

  func setting(after before: EffectSetting?) throws(EngineError) -> EffectSetting? {
    var setting = try held(before)
    setting.isBypassed = isBypassed
    return setting
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    guard let before = state.rack(of: state.place(bus) ?? bus)[slot] else { return [] }
    return [.bypassEffect(Self(bus, slot: slot, isBypassed: before.isBypassed))]
  }
}
