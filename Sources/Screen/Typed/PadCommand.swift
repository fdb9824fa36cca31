// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles

/// The sounds' pads, typed while playing: "banana plays cowbell".
struct PadCommand {
  /// The typed commands.
  static let help = """
    banana plays cowbell your sound 'banana' plays the cowbell of any kit
    tap plays kick + clap            both pads together
    tap plays tom-high / tom-low     one after the other
    tap plays snare, ride from velocity 0.8      by strength
    tap plays snare, ride brighter than 4000 Hz  by brightness, as 'hits' shows it
    tap plays default    what your profile says
    pads                 which of your sounds plays which pads
    keep pads            writes what your sounds play into your profile
    """

  /// First words of the lines that it carries out.
  static let verbs = ["pads", "keep"]

  private static let verb = " plays "
  private static let ownWord = "default"

  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  /// Carries out a typed line and returns the answer; nil if the line is not about pads.
  func carryOut(_ line: String) -> [String]? {
    switch line.lowercased() {
    case "pads": return pads
    case "keep", "keep pads": return keep()
    default: break
    }
    if line.lowercased().hasSuffix(Self.verb.dropLast()) {
      return ["'\(line)' leaves open which pad; for example '\(line) cowbell'"]
    }
    guard let verb = line.firstRange(of: Self.verb) else { return nil }
    let asked = line[..<verb.lowerBound].lowercased()
    let known = engine.state.profile?.sounds ?? []
    let sound = known.first { $0.lowercased() == asked } ?? asked
    let text = String(line[verb.upperBound...])
    return assign(sound, text.lowercased() == Self.ownWord ? nil : text)
  }

  /// Lets a sound play a pad; nil for the one that the profile says.
  func assign(_ sound: String, _ pad: String?) -> [String] {
    do {
      try engine.perform(.soundPad(EngineCommand.SoundPad(sound: sound, pad: pad)))
    } catch {
      return [MixCommand.message(error)]
    }
    let hint = pad == nil || engine.state.profile?.isGuess != false ? "" : "; 'keep pads' keeps it"
    return ["\(sound) plays \(engine.state.plays(sound) ?? "")\(hint)"]
  }

  /// The warnings for a kit: a line for each sound whose pad the kit does not have.
  static func missing(in kit: EngineEvent.Kit, _ state: EngineState) -> [String] {
    let names = Set(kit.pads.flatMap(\.names))
    return (state.profile?.sounds ?? []).flatMap { sound -> [String] in
      let text = state.plays(sound) ?? ""
      guard !names.contains(text.lowercased()) else { return [] }
      return PadRule(kept: text).names
        .filter { PadRole(name: $0.lowercased()) == nil && !names.contains($0.lowercased()) }
        .map { "\(kit.name) has no '\($0)' for '\(sound)'; 'pads' lists what answers" }
    }
  }

  /// A line for each sound of the profile.
  private var pads: [String] {
    (engine.state.profile?.sounds ?? []).map { sound in
      let own = engine.state.pads[sound] == nil ? "" : " (chosen while playing)"
      return "\(sound) plays \(engine.state.plays(sound) ?? "")\(own)"
    }
  }

  /// Writes the player's choice into the profile: for every kit, or only for this one if it uses
  /// this kit's pad names.
  private func keep() -> [String] {
    let state = engine.state
    let sounds = state.profile?.sounds ?? []
    let chosen = state.pads.filter { sounds.contains($0.key) }
    guard !chosen.isEmpty else {
      return [
        "your sounds play what your profile says: first choose, such as 'banana plays cowbell'"
      ]
    }
    guard let name = engine.profileName else {
      return ["the built-in guess keeps nothing; 'flam learn NAME' makes a profile of your own"]
    }
    let everywhere = chosen.filter {
      PadRule(kept: $0.value).names.allSatisfy { PadRole(name: $0) != nil }
    }
    let here = chosen.filter { everywhere[$0.key] == nil }
    let kit = state.kit?.name ?? ""
    let path = ProfileLocator().path(name)
    do throws(ProfileError) {
      try ProfileFile.keep(
        PadTable(everywhere, here.isEmpty ? [:] : [kit: here]), path: path)
    } catch {
      return ["\(error)"]
    }
    return Self.kept(everywhere, "in every kit") + Self.kept(here, "in \(kit)")
      + ["kept in \(path)"]
  }

  private static func kept(_ rules: [String: String], _ kits: String) -> [String] {
    rules.sorted { $0.key < $1.key }.map { "\($0.key) plays \($0.value) \(kits)" }
  }
}
