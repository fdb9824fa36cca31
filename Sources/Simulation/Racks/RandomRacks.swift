// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument

/// Random changes of racks: effects that come, change, are passed by and go.
package struct RandomRacks {
  /// How far values go from the usual ones.
  package enum Reach: Sendable {
    /// A few steps of a key.
    case near
    /// As far as they can.
    case all
  }

  private var generator: SeededGenerator
  private let buses: [MixBus]
  private let slotCount: Int
  private let reach: Reach
  /// What the slots hold, by bus and slot.
  private var racks: [[EffectSetting?]]

  /// Changes of the first slots of some buses.
  package init(seed: UInt64, buses: [MixBus], slotCount: Int, reach: Reach) {
    generator = SeededGenerator(seed: seed)
    (self.buses, self.slotCount, self.reach) = (buses, slotCount, reach)
    racks = buses.map { _ in [EffectSetting?](repeating: nil, count: slotCount) }
  }

  private mutating func chance(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }

  /// The next change.
  package mutating func next() -> EngineCommand {
    let (bus, place) = (chance(buses.count), chance(slotCount))
    let slot = place + 1
    guard var held = racks[bus][place] else {
      let effect = Effect.allCases[chance(Effect.allCases.count)]
      let values = values(of: effect)
      var setting = EffectSetting(effect)
      setting.isBypassed = chance(8) == 0
      racks[bus][place] = setting
      return .insertEffect(
        EngineCommand.InsertEffect(
          buses[bus], effect, slot: slot, values: values, isBypassed: setting.isBypassed))
    }
    switch chance(6) {
    case 0, 1:
      racks[bus][place] = nil
      return .removeEffect(EngineCommand.RemoveEffect(buses[bus], slot: slot))
    case 2:
      held.isBypassed.toggle()
      racks[bus][place] = held
      return .bypassEffect(
        EngineCommand.BypassEffect(buses[bus], slot: slot, isBypassed: held.isBypassed))
    default:
      return .setEffect(
        EngineCommand.SetEffect(buses[bus], slot: slot, values: values(of: held.effect)))
    }
  }

  private mutating func values(of effect: Effect) -> [String: Float] {
    var values: [String: Float] = [:]
    for parameter in effect.parameters {
      let range = parameter.scale.range
      let share = generator.uniform()
      values[parameter.name] =
        switch reach {
        case .near: parameter.scale.moved(parameter.usual, steps: 12 * share - 6)
        case .all: parameter.scale.value(atShare: share, gain: range.lowerBound)
        }
    }
    // Few bits crack by themselves while the sound changes.
    if effect == .crush, reach == .near { values["bits"] = max(10, values["bits"] ?? 0) }
    return values
  }
}
