// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What sounds play, chosen while playing.
extension EngineControl {
  /// Lets a sound play something else, or what its profile says.
  mutating func play(
    _ change: EngineCommand.SoundPad, atFrame mixFrame: Int?
  ) throws(EngineError) {
    let operation = "play '\(change.pad ?? "what its profile says")' for '\(change.sound)'"
    let sounds = live.performance.profileSounds
    guard sounds.contains(change.sound) else {
      throw EngineError(
        operation, reason: "the profile has no sound '\(change.sound)'",
        advice: "it has \(sounds.joined(separator: ", "))")
    }
    let rule = try change.pad.map { text throws(EngineError) in try self.rule(text, operation) }
    try keepingChanges(operation) {
      live.performance.play(rule?.description, forSound: change.sound, atFrame: mixFrame)
    }
  }

  /// A rule with the names by which every kit knows the pads that are meant.
  private func rule(_ text: String, _ operation: String) throws(EngineError) -> PadRule {
    // The name of a pad may look like a rule.
    if let whole = whole(text) { return PadRule(kept: whole) }
    let rule: PadRule
    do throws(PadRule.Fault) { rule = try PadRule(text) } catch {
      throw EngineError(
        operation, reason: error.description,
        advice: "for example 'kick + clap', 'tom-high / tom-low' or "
          + "'snare, side-stick from velocity 0.8'")
    }
    return try rule.naming { name throws(EngineError) in
      if let whole = whole(name) { return whole }
      let kit = live.performance.kit
      return kit.pads[try pads(name, operation)[0].pad].name
    }
  }

  /// The role, note or name of a pad that a text is; nil where it is a part of one at most.
  private func whole(_ text: String) -> String? {
    let asked = text.lowercased()
    let role = String(asked.map { $0 == " " ? "-" : $0 })
    let kit = live.performance.kit
    if let pad = kit.pads.first(where: { $0.name.lowercased() == asked }) {
      return PadRole(name: asked) == nil ? pad.name : asked
    }
    if PadRole(name: role) != nil { return role }
    return kit.pads.contains { $0.note.map(String.init) == asked } ? asked : nil
  }
}
