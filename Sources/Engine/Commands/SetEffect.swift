// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Changes values of an effect in a slot of a rack.
  public struct SetEffect: Codable, Sendable, Equatable {
    /// The rack's bus or drum.
    public var bus: RackPlace
    /// The slot, 1...8.
    public var slot: Int
    /// The values that change, by their names.
    public var values: [String: Float]

    /// Values of an effect.
    public init(_ bus: RackPlace, slot: Int, values: [String: Float]) {
      (self.bus, self.slot, self.values) = (bus, slot, values)
    }
  }
}

extension EngineCommand.SetEffect: SlotCommand {
  static let name = "effect.set"
  var command: EngineCommand { .setEffect(self) }
  var changeText: String { "the effect in slot \(slot) of \(bus.name)" }
  var place: Int? { slot }
  var operation: String { "set the effect in slot \(slot) of \(bus.name)" }

  func setting(after before: EffectSetting?) throws(EngineError) -> EffectSetting? {
    var setting = try held(before)
    try setting.set(values, operation)
    return setting
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    guard let before = state.rack(of: state.place(bus) ?? bus)[slot] else { return [] }
    return [
      .setEffect(Self(bus, slot: slot, values: before.values.filter { values[$0.key] != nil }))
    ]
  }

  var target: String? { "\(Self.name) \(bus.name) \(slot) \(values.keys.sorted())" }
}
