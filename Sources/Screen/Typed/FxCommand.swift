// SPDX-License-Identifier: GPL-3.0-or-later
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
                         'on' ends that, 'remove' removes it
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
    if words.count == 1 { return racks + effects }
    do {
      guard let bus = MixBus(typed: words[1]) else {
        let buses = MixBus.allCases.map(\.rawValue).joined(separator: ", ")
        throw TypedFault("there is no bus '\(words[1])'; there are \(buses)")
      }
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
      let values = try Self.values(words, of: effect)
      return .insertEffect(EngineCommand.InsertEffect(bus, effect, values: values))
    }
    guard let slot = Int(what), let first = words.first else {
      let effects = Effect.allCases.map(\.name).joined(separator: ", ")
      throw TypedFault("'\(what)' is no effect; there are \(effects)")
    }
    switch first {
    case "off", "on":
      return .bypassEffect(EngineCommand.BypassEffect(bus, slot: slot, isBypassed: first == "off"))
    case "remove": return .removeEffect(EngineCommand.RemoveEffect(bus, slot: slot))
    default:
      let effect = engine.state.rack(of: bus)[slot]?.effect
      return .setEffect(
        EngineCommand.SetEffect(bus, slot: slot, values: try Self.values(words, of: effect)))
    }
  }

  /// "cutoff=800 q=2".
  private static func values(
    _ words: ArraySlice<String>, of effect: Effect?
  ) throws -> [String: Float] {
    var values: [String: Float] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw TypedFault("write a name and a number, not '\(word)': cutoff=800")
      }
      guard let parameter = effect?.parameters.first(where: { $0.name == parts[0] }) else {
        // The engine's error names the possible values.
        values[parts[0]] = Float(parts[1]) ?? 0
        continue
      }
      values[parts[0]] = try TypedValue.value(parts[1], parts[0], parameter.scale)
    }
    return values
  }

  private var racks: [String] {
    let lines = MixBus.allCases.filter { !engine.state.rack(of: $0).isEmpty }.flatMap(lines(of:))
    return lines.isEmpty ? ["no bus has an effect"] : lines
  }

  private func lines(of bus: MixBus) -> [String] {
    let rack = engine.state.rack(of: bus)
    guard !rack.isEmpty else { return ["\(bus.rawValue) has no effect"] }
    return rack.sorted { $0.key < $1.key }.map { "\(bus.rawValue) \($0.key): \($0.value)" }
  }

  private var effects: [String] {
    Effect.allCases.map { effect in
      let values = effect.parameters.map { "\($0.name) (\($0.scale.rangeText))" }
      return "\(effect.name): \(effect.meaning); \(values.joined(separator: ", "))"
    }
  }
}

extension MixBus {
  /// A bus by its typed name.
  init?(typed name: String) { self.init(rawValue: name == "mic" ? "microphone" : name) }
}
