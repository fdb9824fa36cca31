// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import Storage

/// The messages of a lesson while it plays.
package enum LessonText {
  /// The message of a step; nil for none.
  ///
  /// - Parameters:
  ///   - profile: As the player named it; nil for the built-in guess, which cannot be written.
  ///   - isKeeping: `--keep-learned` was given.
  package static func text(_ lesson: EngineEvent.Lesson, profile: String?, isKeeping: Bool)
    -> String?
  {
    let (sound, count) = (lesson.sound.printable, lesson.count ?? 0)
    let request = SoundPair.request(forSound: lesson.sound).printable
    switch lesson.step {
    case .begun:
      return lesson.isHolding ? "Teaching '\(sound)'. Drums are paused. Esc stops." : nil
    case .quiet: return "quiet, please: the room is measured for \(lesson.seconds ?? 0) s"
    case .hard: return "hit \(times(count)), as hard as you would when playing"
    case .countIn: return "next: \(request), in \(lesson.seconds ?? 0) s"
    case .tap: return call(request, lesson.manner.flatMap(LiveLearner.Manner.init), count)
    case .nothingHeard:
      return "I heard no \(sound). Wait for \"now\", then tap."
    case .taught where lesson.isHolding:
      return "\(sound) was taught by \(count) hits"
    case .taught: return "your \(sound) was taught by \(count) hits; " + fate(profile, isKeeping)
    case .ended: return lesson.isHolding ? "the lesson is over: the playing goes on" : nil
    case .background, .level, .heard: return nil
    }
  }

  /// The lesson's current request to the player; nil for none.
  package static func prompt(_ lesson: EngineEvent.Lesson) -> String? {
    let sound = SoundPair.request(forSound: lesson.sound).printable
    switch lesson.step {
    case .quiet: return "Lesson: be quiet, the room is measured"
    case .countIn: return "Lesson: get ready for \(sound)"
    case .hard, .tap, .heard:
      let left = max(0, (lesson.count ?? 0) - (lesson.heard ?? 0))
      let manner =
        switch lesson.manner.flatMap(LiveLearner.Manner.init) {
        case .softly: " softly"
        case .freely: " as you like"
        case .hard, nil: " hard"
        }
      return "Lesson: hit \(sound)\(manner), \(left) more"
    case .begun, .background, .level, .taught, .nothingHeard, .ended: return nil
    }
  }

  private static func call(
    _ sound: String, _ manner: LiveLearner.Manner?, _ count: Int
  ) -> String? {
    switch manner {
    case .softly: "now: \(sound) softly, \(times(count))"
    case .hard: "now: \(sound) hard, \(times(count))"
    case .freely: "now: \(sound) as you like, \(times(count))"
    case nil: nil
    }
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private static func fate(_ profile: String?, _ isKeeping: Bool) -> String {
    guard let profile else {
      return "the built-in guess forgets it at the end: 'flam learn me' makes a profile of your own"
    }
    return isKeeping
      ? "the profile '\(profile)' keeps it at the end, and the one before as a copy"
      : "the profile '\(profile)' stays as it is unless you keep it at the end"
  }
}
