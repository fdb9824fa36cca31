// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Assigns another pad to a sound.
  public struct SoundPad: Codable, Sendable, Equatable {
    /// A sound of the profile.
    public var sound: String
    /// A ``PadRule``, each pad by its role, name or MIDI note: the first match in the playing kit.
    /// Other kits answer with their pads of these names, else with the drum of the sound's role.
    /// Nil for the profile's choice.
    public var pad: String?

    /// A sound and what it plays.
    public init(sound: String, pad: String?) { (self.sound, self.pad) = (sound, pad) }
  }
}

extension EngineCommand.SoundPad: ControlCommand, PreparedCommand, PerformanceCommand {
  static let name = "sound.pad"
  static let timing = EngineCommand.Timing.ahead
  static let isForGuests = true
  var command: EngineCommand { .soundPad(self) }
  var changeText: String { "what \(sound) plays" }
  var operation: String { "play '\(pad ?? "what its profile says")' for '\(sound)'" }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let sounds = control.live.performance.profileSounds
    guard sounds.contains(sound) else {
      throw EngineError(
        operation, reason: "the profile has no sound '\(sound)'",
        advice: "it has \(sounds.joined(separator: ", "))")
    }
    let rule = try pad.map { text throws(EngineError) in
      try Self.rule(text, operation, control)
    }
    try control.take(Self(sound: sound, pad: rule?.description), atFrame: frame)
  }

  /// Its pads get names that every kit knows. An unknown sound has no effect.
  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    guard let (sound, choice) = performance.ears.change(sound, to: pad) else { return false }
    performance.send([.soundPad(choice?.addresses.every, sound: sound)], atFrame: frame)
    return true
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    .soundPad(CommandEffect(self, frame: frame + Instrument.outputLatencyFrames))
  }

  /// A rule with pad names that every kit knows.
  private static func rule(
    _ text: String, _ operation: String, _ control: EngineControl
  ) throws(EngineError) -> PadRule {
    let kit = control.live.performance.kit
    // The name of a pad may look like a rule.
    if let whole = whole(text, kit) { return PadRule(kept: whole) }
    let rule: PadRule
    do throws(PadRule.Fault) { rule = try PadRule(text) } catch {
      throw EngineError(
        operation, reason: error.description,
        advice: "for example 'kick + clap', 'tom-high / tom-low' or "
          + "'snare, side-stick from velocity 0.8'")
    }
    return try rule.naming { name throws(EngineError) in
      if let whole = whole(name, kit) { return whole }
      return kit.pads[try control.pads(name, operation)[0].pad].name
    }
  }

  /// The pad's role, note or name in a text; nil if the text names only a part of one.
  private static func whole(_ text: String, _ kit: Kit) -> String? {
    let asked = text.lowercased()
    let role = String(asked.map { $0 == " " ? "-" : $0 })
    if let pad = kit.pads.first(where: { $0.name.lowercased() == asked }) {
      return PadRole(name: asked) == nil ? pad.name : asked
    }
    if PadRole(name: role) != nil { return role }
    return kit.pads.contains { $0.note.map(String.init) == asked } ? asked : nil
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    guard let profile = state.profile,
      let place = profile.sounds.firstIndex(of: sound), place < profile.pads.count
    else { return [] }
    return [.soundPad(Self(sound: sound, pad: state.pads[sound] ?? profile.pads[place]))]
  }
}
