// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
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
      return [try save(words.joined(separator: " "), isAgain)]
    default: return nil
    }
  }

  /// Says that a kit has effects, which nothing puts on by itself; nil if it has none.
  static func offer(_ kit: EngineEvent.Kit, _ locator: PresetLocator = PresetLocator()) -> String? {
    locator.preset(ofKit: kit.name, path: kit.path).map {
      "\(kit.name) has effects of its own: 'fx preset \($0)' puts them on"
    }
  }

  /// "dub: echoes that get darker".
  private var list: [String] {
    let lines = locator.forGuests.list().map { preset in
      preset.meaning.isEmpty ? preset.name : "\(preset.name): \(preset.meaning)"
    }
    return (lines + ["'fx preset NAME' puts one on"]).map(\.printable)
  }

  /// Puts a preset's effects in place of those on its buses, as one change.
  private func use(_ name: String) throws -> [String] {
    let preset: EffectPreset
    do throws(CommandFailure) { preset = try locator.preset(name) } catch {
      throw TypedFault(error.message)
    }
    let buses = try engine.replaceRacks(
      by: try BusChain.slots(preset.chains), of: name)
    return buses.flatMap(FxCommand(engine, locator).lines)
  }

  /// Writes the present racks as a preset of the player's.
  private func save(_ name: String, _ isAgain: Bool) throws(EngineError) -> String {
    let kept = try locator.keep(name, racksOf: engine.state, isAgain: isAgain)
    let before = kept.before.map { "; the preset before is '\(FileNames.last($0))'" } ?? ""
    return "kept as the preset '\(kept.name)' in '\(kept.path)'\(before)".printable
  }
}
