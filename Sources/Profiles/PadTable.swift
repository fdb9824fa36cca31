// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What the sounds of a profile play, as people write it into its file.
public struct PadTable: Sendable {
  /// What is said for single kits, over all sounds, at most.
  static let mostKitRules = 1000

  /// By the names of the sounds; those that play the drum of their role are not in it.
  public let rules: [String: String]
  /// The same in single kits, by the names of the kits.
  public let kitRules: [String: [String: String]]

  /// What is written.
  public init(_ rules: [String: String], _ kitRules: [String: [String: String]] = [:]) {
    (self.rules, self.kitRules) = (rules, kitRules)
  }

  /// What the sounds of a profile play.
  public init(_ profile: Profile) {
    var rules: [String: String] = [:]
    var kitRules: [String: [String: String]] = [:]
    for sound in profile.sounds {
      rules[sound.name] = sound.choice.rule?.description
      for (kit, rule) in sound.choice.kitRules {
        kitRules[kit, default: [:]][sound.name] = rule.description
      }
    }
    self.init(rules, kitRules)
  }

  /// What a sound plays by it; where it says nothing, what it plays `otherwise`.
  func choice(ofSound sound: String, otherwise: PadChoice) -> PadChoice {
    let inKits = kitRules.compactMapValues { $0[sound].map(PadRule.init(kept:)) }
    return PadChoice(
      otherwise.role, rule: rules[sound].map(PadRule.init(kept:)) ?? otherwise.rule,
      kitRules: otherwise.kitRules.merging(inKits) { $1 })
  }

  /// What is wrong with it for a profile of some sounds; nil for nothing.
  public func fault(sounds: [String]) -> String? {
    let tables = [("plays", rules)] + kitRules.map { ("playsInKit, \($0.key)", $0.value) }
    for (name, table) in tables.sorted(by: { $0.0 < $1.0 }) {
      for (sound, text) in table.sorted(by: { $0.key < $1.key }) {
        guard sounds.contains(sound) else {
          return "its table \"\(name)\" names the sound '\(sound)', which it does not have"
        }
        do { _ = try PadRule(text) } catch {
          return "its table \"\(name)\" says '\(text)' for '\(sound)': \(error)"
        }
      }
    }
    guard kitRules.values.map(\.count).reduce(0, +) <= Self.mostKitRules else {
      return "its table \"playsInKit\" has more than \(Self.mostKitRules) entries, the limit"
    }
    return nil
  }
}
