// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// What is said of a sound that is taught again while playing.
struct LessonText {
  private var sound: String?
  private var hits = 0
  private var missingHits = 0

  /// A sound is taught by the next hits; by 0 hits it is no longer.
  mutating func begin(_ hearing: EngineEvent.Hearing) {
    guard let sound = hearing.sound, let hits = hearing.learnHits else { return }
    (self.sound, self.hits, missingHits) = (hits > 0 ? sound : nil, hits, hits)
  }

  /// Another profile took over.
  mutating func breakOff() { sound = nil }

  /// What is said once the last of these hits was heard.
  ///
  /// - Parameters:
  ///   - namedSound: The sound that the hit taught because it was asked for; nil for any other hit.
  ///   - profile: As the player named it; nil for the built-in guess, which no one can write.
  ///   - isKeeping: `--keep-learned` was given.
  mutating func news(namedSound: String?, profile: String?, isKeeping: Bool) -> String? {
    guard let sound, namedSound == sound else { return nil }
    missingHits -= 1
    guard missingHits <= 0 else { return nil }
    self.sound = nil
    return "your \(sound) was taught by \(hits) hits; " + Self.fate(profile, isKeeping)
  }

  private static func fate(_ profile: String?, _ isKeeping: Bool) -> String {
    guard let profile else {
      return "the built-in guess forgets it at the end: 'flam learn me' makes a profile of your own"
    }
    return isKeeping
      ? "the profile '\(profile)' keeps it at the end, and the one before as a copy"
      : "the profile '\(profile)' stays as it is unless you keep it at the end"
  }
}
