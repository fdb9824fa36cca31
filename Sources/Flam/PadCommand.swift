// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// Which pad a sound plays, typed while playing: "banana plays cowbell".
struct PadCommand {
  /// What can be typed.
  static let help = """
    banana plays cowbell your sound 'banana' plays the cowbell of any kit
    pads                 which of your sounds plays which pad
    """

  private static let verb = " plays "

  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  /// Carries out a typed line and returns the answer; nil if the line is not about pads.
  func carryOut(_ line: String) -> [String]? {
    if line.lowercased() == "pads" { return pads }
    if line.lowercased().hasSuffix(Self.verb.dropLast()) {
      return ["'\(line)' leaves open which pad; for example '\(line) cowbell'"]
    }
    guard let verb = line.firstRange(of: Self.verb) else { return nil }
    let asked = line[..<verb.lowerBound].lowercased()
    let known = engine.state.profile?.sounds ?? []
    let sound = known.first { $0.lowercased() == asked } ?? asked
    do {
      try engine.perform(
        .soundPad(EngineCommand.SoundPad(sound: sound, pad: String(line[verb.upperBound...]))))
    } catch {
      return [MixCommand.message(error)]
    }
    return ["\(sound) plays \(engine.state.pads[sound] ?? "")"]
  }

  /// What there is to tell of a kit: a line for each sound whose pad it lacks.
  static func missing(in kit: EngineEvent.Kit, _ state: EngineState) -> [String] {
    let names = Set(kit.pads.flatMap(\.names))
    return zip(state.profile?.sounds ?? [], state.profile?.pads ?? []).compactMap { sound, own in
      let pad = state.pads[sound] ?? own
      guard PadRole(name: pad) == nil, !names.contains(pad.lowercased()) else { return nil }
      return "\(kit.name) has no '\(pad)': another drum answers '\(sound)'; 'pads' lists them"
    }
  }

  /// A line for each sound of the profile.
  private var pads: [String] {
    let profile = engine.state.profile
    return zip(profile?.sounds ?? [], profile?.pads ?? []).map { sound, pad in
      "\(sound) plays \(engine.state.pads[sound] ?? pad)"
    }
  }
}
