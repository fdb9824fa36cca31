// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument

/// A typed command for the buses' effects while playing: "fx drums lowpass cutoff=800".
struct FxCommand {
  /// The typed commands, a line each.
  static let help = """
    fx drums lowpass cutoff=800
                         insert an effect in the rack of a bus
    fx drums 1 cutoff=500 q=2
                         set the effect in slot 1; 'fx drums 1 off' bypasses it,
                         'on' ends that, 'remove' removes it, 'to 2' moves it
    fx                   the racks, and all effects
    """

  /// Words with which a line begins.
  static let verbs = ["fx"]

  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  /// Carries out a line and returns its answer, a line each; nil if it is not about effects.
  func carryOut(_ line: String) -> [String]? {
    let words = line.lowercased().split(separator: " ").map(String.init)
    guard words.first.map(Self.verbs.contains) == true else { return nil }
    if words.count == 1 { return racks + EffectText.table }
    do {
      let bus = try EffectText.bus(named: words[1])
      guard words.count > 2 else { return lines(of: bus) }
      try engine.perform(try command(words[2], words.dropFirst(3), on: bus))
      return lines(of: bus)
    } catch {
      return [MixCommand.message(error)]
    }
  }

  private func command(
    _ what: String, _ words: ArraySlice<String>, on bus: MixBus
  ) throws -> EngineCommand {
    if let effect = Effect(rawValue: what) {
      let values = try EffectText.values(words, of: effect)
      return .insertEffect(EngineCommand.InsertEffect(bus, effect, values: values))
    }
    guard let slot = Int(what), let first = words.first else {
      throw TypedFault("'\(what)' is no effect; there are \(EffectText.effectNames)")
    }
    switch first {
    case "off", "on":
      return .bypassEffect(EngineCommand.BypassEffect(bus, slot: slot, isBypassed: first == "off"))
    case "to":
      guard let to = words.dropFirst().first.flatMap({ Int($0) }) else {
        throw TypedFault("write the slot that it comes to: fx \(bus.rawValue) \(slot) to 2")
      }
      return .moveEffect(EngineCommand.MoveEffect(bus, slot: slot, to: to))
    case "remove": return .removeEffect(EngineCommand.RemoveEffect(bus, slot: slot))
    default:
      guard let effect = engine.state.rack(of: bus)[slot]?.effect else {
        throw TypedFault(
          "slot \(slot) of \(bus.rawValue) is empty; put an effect into it before: "
            + "fx \(bus.rawValue) delay")
      }
      let values = try EffectText.values(words, of: effect)
      return .setEffect(EngineCommand.SetEffect(bus, slot: slot, values: values))
    }
  }

  private var racks: [String] {
    let lines = MixBus.allCases.filter { !engine.state.rack(of: $0).isEmpty }.flatMap(lines(of:))
    return lines.isEmpty ? ["no bus has an effect"] : lines
  }

  private func lines(of bus: MixBus) -> [String] {
    let rack = engine.state.rack(of: bus)
    guard !rack.isEmpty else { return ["\(bus.rawValue) has no effect"] }
    return rack.sorted { $0.key < $1.key }.map { "\(bus.rawValue) \($0.key): \($0.value)" }
      + (late(rack).map { ["\(bus.rawValue): \($0)"] } ?? [])
  }

  /// How much later a rack makes its sound; nil if it does not.
  private func late(_ rack: [Int: EffectSetting]) -> String? {
    let frames = rack.values.reduce(0) { $0 + $1.latencyFrames }
    guard frames > 0, let rateHz = engine.state.devices?.rateHz else { return nil }
    return
      "these effects make it \((1000 * Double(frames) / Double(rateHz)).text(places: 1)) ms later"
  }
}

extension MixBus {
  /// A bus by its typed name.
  init?(typed name: String) { self.init(rawValue: name == "mic" ? "microphone" : name) }
}
