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
  /// What needs no file and no plug-in.
  private static let effects = Effect.allCases.filter { $0.source?.isNeeded != true }
  private let places: [RackPlace]
  private let slotCount: Int
  private let reach: Reach
  /// What the slots hold, by place and slot.
  private var racks: [[EffectSetting?]]

  /// Changes of the first slots of some racks.
  package init(seed: UInt64, places: [RackPlace], slotCount: Int, reach: Reach) {
    generator = SeededGenerator(seed: seed)
    (self.places, self.slotCount, self.reach) = (places, slotCount, reach)
    racks = places.map { _ in [EffectSetting?](repeating: nil, count: slotCount) }
  }

  private mutating func chance(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }

  /// The next change.
  package mutating func next() -> EngineCommand {
    let (bus, place) = (chance(places.count), chance(slotCount))
    let slot = place + 1
    guard var held = racks[bus][place] else {
      let effect = Self.effects[chance(Self.effects.count)]
      let values = values(of: effect)
      var setting = EffectSetting(effect)
      setting.isBypassed = chance(8) == 0
      racks[bus][place] = setting
      return .insertEffect(
        EngineCommand.InsertEffect(
          places[bus], effect, slot: slot, values: values, isBypassed: setting.isBypassed))
    }
    switch chance(6) {
    case 0, 1:
      racks[bus][place] = nil
      return .removeEffect(EngineCommand.RemoveEffect(places[bus], slot: slot))
    case 2:
      held.isBypassed.toggle()
      racks[bus][place] = held
      return .bypassEffect(
        EngineCommand.BypassEffect(places[bus], slot: slot, isBypassed: held.isBypassed))
    default:
      return .setEffect(
        EngineCommand.SetEffect(places[bus], slot: slot, values: values(of: held.effect)))
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
    // A strong one answers a fade as it answers an attack.
    if effect == .transient, reach == .near { values["attack"] = min(6, values["attack"] ?? 0) }
    // Two in a row can be so low that each period is heard by itself.
    if effect == .synth, reach == .near {
      values["semitones"] = max(-12, values["semitones"] ?? 0)
    }
    return values
  }
}
