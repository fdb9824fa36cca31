// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What the sounds of a profile play, as people write it in the file.
public struct PadTable: Sendable {
  /// The most rules for single kits, over all sounds.
  static let mostKitRules = 1000

  /// The rules by sound; sounds that play the drum of their role have none.
  public let rules: [String: String]
  /// The same for single kits, by kit name.
  public let kitRules: [String: [String: String]]

  /// A table of rules.
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

  /// What a sound plays by this table; without a rule, `otherwise`.
  func choice(ofSound sound: String, otherwise: PadChoice) -> PadChoice {
    let inKits = kitRules.compactMapValues { $0[sound].map(PadRule.init(kept:)) }
    return PadChoice(
      otherwise.role, rule: rules[sound].map(PadRule.init(kept:)) ?? otherwise.rule,
      kitRules: otherwise.kitRules.merging(inKits) { $1 })
  }

  /// What is wrong with the table for a profile of these sounds; nil if nothing is.
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
