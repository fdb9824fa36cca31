// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import DSP
import Engine
import Instrument
import Profiles
import Storage

/// A typed command for presets while playing: "fx preset dub", "fx save mine".
struct PresetCommand {
  /// The typed commands, a line each.
  static let help = """
    fx preset dub        the effects of a preset, in place of those on its buses;
                         'fx presets' lists them
    fx save mine         keep all effects as a preset of yours; 'fx save mine again'
                         keeps the one before as mine-before
    """

  private let engine: Engine
  private let locator: PresetLocator

  init(_ engine: Engine, _ locator: PresetLocator = PresetLocator()) {
    (self.engine, self.locator) = (engine, locator)
  }

  /// Carries out the words after "fx" and returns the answer, a line each; nil if they are not
  /// about presets.
  func carryOut(_ words: ArraySlice<String>) throws -> [String]? {
    guard let verb = words.first else { return nil }
    let name = words.dropFirst()
    switch verb {
    case "presets": return list
    case "preset": return name.isEmpty ? list : try use(name.joined(separator: " "))
    case "save":
      let isAgain = name.count > 1 && name.last == "again"
      let words = isAgain ? name.dropLast() : name
      return [try save(words.joined(separator: "-").lowercased(), isAgain)]
    default: return nil
    }
  }

  /// "dub: echoes that get darker".
  private var list: [String] {
    let lines = locator.names.map { name in
      let meaning = (try? locator.preset(name).meaning) ?? "cannot be read"
      return meaning.isEmpty ? name : "\(name): \(meaning)"
    }
    return (lines + ["'fx preset NAME' puts one on"]).map(\.printable)
  }

  /// Puts a preset's effects in place of those on its buses, as one change.
  private func use(_ name: String) throws -> [String] {
    let preset: EffectPreset
    do throws(CommandFailure) { preset = try locator.preset(name) } catch {
      throw TypedFault(error.message)
    }
    let state = engine.state
    let slots = try BusChain.slots(preset.chains)
    var buses: [RackPlace] = []
    for bus in slots.map({ state.place($0.bus) ?? $0.bus }) where !buses.contains(bus) {
      buses.append(bus)
    }
    let removals = buses.flatMap { bus in
      state.rack(of: bus).keys.sorted().map {
        EngineCommand.removeEffect(EngineCommand.RemoveEffect(bus, slot: $0))
      }
    }
    let inserts = slots.compactMap { slot in
      slot.setting.map {
        EngineCommand.insertEffect(
          EngineCommand.InsertEffect(
            slot.bus, $0.effect, slot: slot.slot, values: $0.values, isBypassed: $0.isBypassed,
            source: $0.source))
      }
    }
    try engine.perform(together: removals + inserts)
    return buses.flatMap(FxCommand(engine, locator).lines)
  }

  /// An error if effects are not what their text says: a name in it may have a comma or a colon.
  private func check(_ text: String, of chains: [BusChain]) throws(TypedFault) {
    let kept = try? EffectPreset(text: text).chains
    guard kept != chains.map(\.written) else { return }
    let odd = chains.first { chain in
      let one = EffectPreset([chain])
      return (try? EffectPreset(text: one.text).chains) != [chain.written]
    }
    throw TypedFault(
      "the effects of \(odd?.bus.name ?? "these buses") cannot be written in a line of text: a name or a "
        + "file has a comma, a colon or a '#'; rename it")
  }

  /// Writes the present racks as a preset of the player's.
  private func save(_ name: String, _ isAgain: Bool) throws -> String {
    if let fault = GivenName.fault(ofProfile: name) { throw TypedFault("'\(name)': \(fault)") }
    let state = engine.state
    let chains = state.filledRacks.map { place in
      BusChain(
        bus: place, effects: state.rack(of: place).sorted { $0.key < $1.key }.map(\.value))
    }
    guard !chains.isEmpty else {
      throw TypedFault("nothing has an effect: put one on first, as 'fx drums delay'")
    }
    let there = locator.path(ofName: name)
    let isOwn = there?.hasPrefix(locator.ownFolder + "/") == true
    guard isAgain || there == nil else {
      throw TypedFault(
        "\(isOwn ? "you have" : "Flam has") a preset '\(name)' already: give another name, or type "
          + "'fx save \(name) again'")
    }
    let text = EffectPreset(chains).text
    try check(text, of: chains)
    let path = locator.ownPath(name)
    var kept: String?
    do throws(SystemError) {
      if isOwn, let there {
        kept = try FileSystem.moveFree(
          there, to: "\(locator.ownFolder)/\(name)-before", ending: ".txt")
      }
      try WholeFile.write(Array(text.utf8), to: path, makingFolder: true)
    } catch {
      throw TypedFault("cannot write '\(path)': \(error)")
    }
    let before = kept.map { "; the preset before is '\(FileNames.last($0))'" } ?? ""
    return "kept as the preset '\(name)' in '\(path)'\(before)".printable
  }
}

extension BusChain {
  /// What a text keeps of it: not what its files held.
  fileprivate var written: BusChain {
    var kept = self
    for place in kept.effects.indices { kept.effects[place].sourceHash = nil }
    return kept
  }
}
