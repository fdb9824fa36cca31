// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles
import Reports

/// Commands about hearing that a player types while playing: "sensitivity 60", "threshold snare -30".
struct HearingCommand {
  /// The help for these commands.
  static let help = """
    sensitivity 60       how soft a hit may be, 0...100; also: +5, -5
    threshold snare -30  lowest peak that plays, in dBFS; 'threshold snare auto'
                         follows the sensitivity
    mask snare 60        no other hit for 60 ms after a snare; also: 0
    strictness open      more doubtful hits play; also: normal, strict
    adapt off            do not learn from your hits; 'adapt on' learns again
    certainty sure       drums answer later, and more of them rightly; also:
                         fastest, fast, surest
    curve exp1           hard hits differ more; 'curve linear' plays as you hit
    learn snare          your next four hits teach the snare again
    hits                 the last eight sounds, and why some are not answered
    hearing              how you are heard now
    Fixed: hits closer than \(leastMaskMilliseconds) ms count as one. Against crosstalk, your own
      drums are taken out of what the microphone hears.
    """

  /// Number of hits that teach a sound again.
  static let taughtHits = EngineCommand.Hearing.usualLearnHits

  private static var leastMaskMilliseconds: Int {
    Int((1000 * DetectorSettings().inhibitSeconds).rounded())
  }

  /// Words with which a line begins.
  static let verbs = [
    "sensitivity", "threshold", "mask", "strictness", "adapt", "hearing", "hits", "learn",
    "certainty",
    "curve",
  ]

  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  /// Carries out a typed line and returns the answer; nil if the line is not about hearing.
  func carryOut(_ line: String) -> [String]? {
    let words = MixCommand.words(line)
    guard let first = words.first, Self.verbs.contains(first) else { return nil }
    if words == ["hits"] {
      return RecentHitsText(hits: engine.lastHeard(RecentHitsText.count)).lines
    }
    do {
      if words.count > 1 {
        let (change, before) = (try change(words), sensitivity)
        try engine.perform(.hearing(change))
        if let reached = change.sensitivity, "+-".contains(words[1].prefix(1)),
          Float(words[1]) != reached - before
        {
          return ["0 to 100 is all there is; " + Self.text(engine.state)]
        }
        if let sound = change.sound, let hits = change.learnHits {
          return ["hit your \(sound) \(hits) times, and nothing else"]
        }
        if change.certainty != nil {
          return [Self.text(engine.state)] + CertaintyText(engine).lines
        }
      }
    } catch {
      return [MixCommand.message(error)]
    }
    return [Self.text(engine.state)]
  }

  private static func text(_ state: EngineState) -> String {
    guard let hearing = state.hearing, let profile = state.profile else { return "" }
    return text(hearing) + "; certainty \(profile.certainty), curve \(profile.velocityCurve)"
  }

  /// Describes how the player is heard: "sensitivity 50, strictness normal, adapt on; threshold snare -30 dBFS".
  static func text(_ controls: HearingControls) -> String {
    let own = controls.thresholds.sorted { $0.key < $1.key }
      .map { "; threshold \($0.key) \(number($0.value)) dBFS" }
    let masks = controls.masks.sorted { $0.key < $1.key }
      .map { "; mask \($0.key) \(number((1000 * $0.value).rounded())) ms" }
    return "sensitivity \(number(controls.sensitivity)), strictness \(controls.strictness), "
      + "adapt \(controls.adapts ? "on" : "off")" + (own + masks).joined()
  }

  private func change(_ words: [String]) throws -> EngineCommand.Hearing {
    let value = words[words.count - 1]
    switch (words[0], words.count) {
    case ("sensitivity", 2):
      return EngineCommand.Hearing(sensitivity: try sensitivity(value))
    case ("strictness", 2):
      return EngineCommand.Hearing(strictness: try choice(value, "strictness"))
    case ("adapt", 2):
      guard let adapts = ["on": true, "off": false][value] else {
        throw TypedFault("adapt is on or off, not '\(value)'")
      }
      return EngineCommand.Hearing(adapts: adapts)
    case ("certainty", 2):
      return EngineCommand.Hearing(certainty: try choice(value, "certainty"))
    case ("curve", 2):
      return EngineCommand.Hearing(velocityCurve: try choice(value, "curve"))
    case ("threshold", 3...):
      let sound = try sound(words[1..<(words.count - 1)])
      return EngineCommand.Hearing(
        sound: sound,
        thresholdDecibels: value == "auto" ? nil : try TypedValue.thresholdDecibels(value))
    case ("mask", 3...):
      return EngineCommand.Hearing(
        sound: try sound(words[1..<(words.count - 1)]),
        maskMilliseconds: try TypedValue.maskMilliseconds(value))
    case ("learn", 2...):
      return EngineCommand.Hearing(sound: try sound(words[1...]), learnHits: Self.taughtHits)
    case ("threshold", _):
      let sound = words.count > 1 ? words[1] : "snare"
      throw TypedFault(
        "threshold takes a sound and its lowest peak in dBFS: 'threshold \(sound) -30', or "
          + "'threshold \(sound) auto'")
    case ("mask", _):
      let sound = words.count > 1 ? words[1] : "snare"
      throw TypedFault(
        "mask takes a sound and how many milliseconds after it no other hit plays: 'mask \(sound) 60'"
      )
    default:
      throw TypedFault(
        "'\(words.joined(separator: " "))' is incomplete: type 'help' for the commands"
      )
    }
  }

  /// One of the values that there are of a kind.
  private func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String, _ name: String
  ) throws -> Value {
    guard let value = Value(rawValue: text) else {
      let values = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw TypedFault("\(name) is one of \(values), not '\(text)'")
    }
    return value
  }

  /// Finds the profile's name of a sound; upper and lower case are the same.
  private func sound(_ words: ArraySlice<String>) throws -> String {
    let name = words.joined(separator: " ")
    let sounds = engine.state.profile?.sounds ?? []
    guard let sound = sounds.first(where: { $0.lowercased() == name }) else {
      throw TypedFault(
        "the profile has no sound '\(name)': \(sounds.joined(separator: ", "))")
    }
    return sound
  }

  /// Parses "60", or a step such as "+5". A step that would leave the range ends at its limit.
  private func sensitivity(_ text: String) throws -> Float {
    let range = HearingControls.sensitivities
    guard let number = Float(text) else {
      throw TypedFault("sensitivity is a number in 0...100, not '\(text)'")
    }
    guard text.hasPrefix("+") || text.hasPrefix("-") else {
      guard range.contains(number) else {
        throw TypedFault("sensitivity lies in 0...100, not \(text)")
      }
      return number
    }
    return min(range.upperBound, max(range.lowerBound, sensitivity + number))
  }

  /// How soft a hit may be now.
  private var sensitivity: Float { (engine.state.hearing ?? HearingControls()).sensitivity }

  private static func number(_ number: Float) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
