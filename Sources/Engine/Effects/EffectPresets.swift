// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Presets of effects by their names, for front ends that do not read files. The program that opens
/// these provides it.
public struct EffectPresets: Sendable {
  /// A preset in a list.
  public struct Entry: Encodable, Sendable, Equatable {
    /// Its name: "dub".
    public let name: String
    /// What it sounds like; empty if nobody says.
    public let meaning: String

    /// A name, and what it means.
    public init(name: String, meaning: String) { (self.name, self.meaning) = (name, meaning) }
  }

  /// No presets.
  public static let none = EffectPresets(
    list: { [] },
    slots: { name throws(EngineError) in
      throw EngineError(
        "use the preset '\(name)'", reason: "there are no presets here",
        advice: "put effects on one by one")
    },
    keep: { name, _ throws(EngineError) in
      throw EngineError(
        "keep the preset '\(name)'", reason: "there are no presets here",
        advice: "keep it where Flam was started")
    })

  /// All presets, in the order of their names.
  public let list: @Sendable () -> [Entry]
  /// Reads a preset: what the slots of its racks hold.
  public let slots: @Sendable (_ name: String) throws(EngineError) -> [SlotChange]
  /// Keeps the racks of a state as a new preset, and returns the name that it has from then on.
  public let keep: @Sendable (_ name: String, _ state: EngineState) throws(EngineError) -> String

  /// Presets, with functions that read and keep them.
  public init(
    list: @escaping @Sendable () -> [Entry],
    slots: @escaping @Sendable (_ name: String) throws(EngineError) -> [SlotChange],
    keep: @escaping @Sendable (_ name: String, _ state: EngineState) throws(EngineError) -> String
  ) {
    (self.list, self.slots, self.keep) = (list, slots, keep)
  }
}

extension Engine {
  /// Puts effects in place of those on their buses, as one change that one undo takes back; returns
  /// these buses.
  ///
  /// - Parameters:
  ///   - preset: The name of the preset that they are.
  ///   - caller: Who asks for it.
  @discardableResult
  public func replaceRacks(
    by slots: [SlotChange], of preset: String, from caller: CommandCaller = .here
  ) throws(EngineError) -> [RackPlace] {
    let state = state
    var buses: [RackPlace] = []
    for bus in slots.map({ state.place($0.bus) ?? $0.bus }) where !buses.contains(bus) {
      buses.append(bus)
    }
    let removals = buses.flatMap { bus in
      state.rack(of: bus).keys.sorted().map {
        EngineCommand.removeEffect(EngineCommand.RemoveEffect(bus, slot: $0))
      }
    }
    try perform(
      together: removals + slots.compactMap(EngineCommand.insert), as: "the preset \(preset)",
      from: caller)
    return buses
  }

  /// Puts on a preset that a guest names. One whose effects name files or plug-ins is refused, as
  /// such effects are.
  public func usePreset(
    _ name: String, of host: CommandHost, from caller: CommandCaller
  ) throws(EngineError) {
    let slots = try host.presets.slots(name)
    for command in slots.compactMap(EngineCommand.insert) {
      do throws(CommandRefusal) {
        _ = try command.admitted(from: caller.door, by: host)
      } catch {
        throw EngineError(
          "use the preset '\(name)'", reason: "one of its effects has a file or a plug-in",
          advice: "type 'fx preset \(name)' where Flam was started")
      }
    }
    try replaceRacks(by: slots, of: name, from: caller)
  }
}

extension EngineCommand {
  /// Inserts what a slot is to hold; nil for nothing.
  fileprivate static func insert(_ slot: SlotChange) -> EngineCommand? {
    slot.setting.map {
      .insertEffect(
        InsertEffect(
          slot.bus, $0.effect, slot: slot.slot, values: $0.values, isBypassed: $0.isBypassed,
          source: $0.source))
    }
  }
}
