// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import ArgumentParser
import Instrument

/// Commands about hearing that a player types while playing: "sensitivity 60", "threshold snare -30".
struct HearingCommand {
  /// The help for these commands.
  static let help = """
    sensitivity 60       how soft a hit may be, 0...100; also: +5, -5
    threshold snare -30  lowest peak that plays, in dBFS; 'threshold snare auto'
                         follows the sensitivity
    strictness open      more doubtful hits play; also: normal, strict
    adapt off            do not learn from your hits; 'adapt on' learns again
    learn snare          your next four hits teach the snare again
    hits                 the last eight hits and their thresholds
    hearing              how you are heard now
    Fixed: the mask time is \(maskMilliseconds) ms; hits closer than that count as one. Against
    crosstalk, your own drums are taken out of what the microphone hears.
    """

  /// Number of hits that teach a sound again.
  static let taughtHits = 4

  private static var maskMilliseconds: Int {
    Int((1000 * DetectorSettings().inhibitSeconds).rounded())
  }

  private static let verbs: Set = [
    "sensitivity", "threshold", "strictness", "adapt", "hearing", "hits", "learn",
  ]

  private let performance: Performance
  private let hits: [HitLine]

  /// - Parameter hits: The last hits, for the command 'hits'.
  init(_ performance: Performance, hits: [HitLine] = []) {
    (self.performance, self.hits) = (performance, hits)
  }

  /// Carries out a typed line and returns the answer; nil if the line is not about hearing.
  func carryOut(_ line: String) -> [String]? {
    let words = MixCommand.words(line)
    guard let first = words.first, Self.verbs.contains(first) else { return nil }
    if words == ["hits"] { return RecentHitsText(hits: hits).lines }
    let lostBefore = performance.lostHearingChanges
    var told = ""
    do {
      if words.count > 1 {
        let change = try change(words)
        performance.hear(change)
        told = Self.asked(change, performance.sounds)
      }
    } catch {
      return ["\((error as? ValidationError)?.message ?? "\(error)")"]
    }
    return performance.lostHearingChanges == lostBefore
      ? [told.isEmpty ? Self.text(performance.hearing) : told]
      : ["too many changes at once: type it again"]
  }

  /// Tells the player what to do next; empty if there is nothing to do.
  private static func asked(_ change: HearingChange, _ sounds: [String]) -> String {
    guard case .learn(let sound, let hits) = change else { return "" }
    return "hit your \(sounds[sound]) \(hits) times, and nothing else"
  }

  /// Describes how the player is heard: "sensitivity 50, strictness normal, adapt on; threshold snare -30 dBFS".
  static func text(_ controls: HearingControls) -> String {
    let own = controls.thresholds.sorted { $0.key < $1.key }
      .map { "; threshold \($0.key) \(number($0.value)) dBFS" }
    return "sensitivity \(number(controls.sensitivity)), strictness \(controls.strictness), "
      + "adapt \(controls.adapts ? "on" : "off")" + own.joined()
  }

  private func change(_ words: [String]) throws -> HearingChange {
    let value = words[words.count - 1]
    switch (words[0], words.count) {
    case ("sensitivity", 2): return .sensitivity(try sensitivity(value))
    case ("strictness", 2):
      guard let strictness = Strictness(rawValue: value) else {
        throw ValidationError("strictness is open, normal or strict, not '\(value)'")
      }
      return .strictness(strictness)
    case ("adapt", 2):
      guard let adapts = ["on": true, "off": false][value] else {
        throw ValidationError("adapt is on or off, not '\(value)'")
      }
      return .adapts(adapts)
    case ("threshold", 3...):
      let sound = try sound(words[1..<(words.count - 1)])
      return .threshold(
        sound: sound, decibels: value == "auto" ? nil : try ControlText.decibels(value))
    case ("learn", 2...): return .learn(sound: try sound(words[1...]), hits: Self.taughtHits)
    default:
      throw ValidationError(
        "'\(words.joined(separator: " "))' leaves open what to do: 'help' tells what can be typed")
    }
  }

  /// Finds the sound of a name; upper and lower case are the same.
  private func sound(_ words: ArraySlice<String>) throws -> Int {
    let name = words.joined(separator: " ")
    guard let sound = performance.sounds.firstIndex(where: { $0.lowercased() == name }) else {
      throw ValidationError(
        "the profile has no sound '\(name)': \(performance.sounds.joined(separator: ", "))")
    }
    return sound
  }

  /// Parses "60", or a step such as "+5". A step that would leave the range ends at its limit.
  private func sensitivity(_ text: String) throws -> Float {
    let range = HearingControls.sensitivities
    guard let number = Float(text) else {
      throw ValidationError("sensitivity is a number in 0...100, not '\(text)'")
    }
    guard text.hasPrefix("+") || text.hasPrefix("-") else {
      guard range.contains(number) else {
        throw ValidationError("sensitivity lies in 0...100, not \(text)")
      }
      return number
    }
    let sum = performance.hearing.sensitivity + number
    return min(range.upperBound, max(range.lowerBound, sum))
  }

  private static func number(_ number: Float) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
