// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles

/// The spoken texts of a lesson, in the player's language. `{sound}` stands for the sound's name,
/// `{times}` for the count.
struct SpokenWords {
  let language: String
  private let quiet: String
  private let hitHard: String
  private let hitHardAgain: String
  private let next: String
  private let softly: String
  private let hard: String
  private let freely: String
  private let again: String
  private let once: String
  private let twice: String
  private let times: String

  static let english = SpokenWords(
    language: "en", quiet: "Quiet, please.",
    hitHard: "Hit {times}, as hard as you would when playing.",
    hitHardAgain: "Then hit hard again.", next: "Next: {sound}.",
    softly: "Now the {sound}, softly, {times}.", hard: "Now hard, {times}.",
    freely: "Now as you like, {times}.", again: "Again, a little harder, or nearer.",
    once: "once", twice: "twice", times: "{count} times")

  /// All languages that there are words for.
  static let all = [
    english,
    SpokenWords(
      language: "de", quiet: "Bitte Ruhe.",
      hitHard: "Schlag {times}, so fest wie beim Spielen.",
      hitHardAgain: "Dann noch einmal fest.", next: "Als Nächstes: {sound}.",
      softly: "Jetzt {sound}, leise, {times}.", hard: "Jetzt fest, {times}.",
      freely: "Jetzt, wie du magst, {times}.", again: "Noch einmal, etwas fester oder näher.",
      once: "einmal", twice: "zweimal", times: "{count} Mal"),
    SpokenWords(
      language: "fr", quiet: "Silence, s'il vous plaît.",
      hitHard: "Frappez {times}, aussi fort qu'en jouant.",
      hitHardAgain: "Puis frappez fort, encore une fois.", next: "Ensuite : {sound}.",
      softly: "Maintenant {sound}, doucement, {times}.", hard: "Maintenant fort, {times}.",
      freely: "Maintenant comme vous voulez, {times}.",
      again: "Encore, un peu plus fort, ou plus près.", once: "une fois", twice: "deux fois",
      times: "{count} fois"),
    SpokenWords(
      language: "es", quiet: "Silencio, por favor.",
      hitHard: "Golpea {times}, tan fuerte como al tocar.",
      hitHardAgain: "Después golpea fuerte otra vez.", next: "Ahora viene: {sound}.",
      softly: "Ahora {sound}, suave, {times}.", hard: "Ahora fuerte, {times}.",
      freely: "Ahora como quieras, {times}.", again: "Otra vez, un poco más fuerte, o más cerca.",
      once: "una vez", twice: "dos veces", times: "{count} veces"),
  ]

  /// The words for a locale from `LC_ALL`, `LC_MESSAGES` or `LANG`, English if there are none for
  /// it.
  static func words(for environment: [String: String]) -> SpokenWords {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return all.first { locale.lowercased().hasPrefix($0.language) } ?? english
  }

  /// The text of a lesson's message; nil if the player need not act.
  func text(_ message: LiveLesson.Message) -> String? {
    switch message {
    case .step(.quiet): quiet
    case .step(.hitHard(let count)): text(hitHard, count: count)
    case .step(.countIn(let sound, let seconds)): countIn(sound, seconds: seconds)
    case .step(.tap(let sound, .softly, let count)): text(softly, sound: sound, count: count)
    case .step(.tap(let sound, .hard, let count)): text(hard, sound: sound, count: count)
    case .step(.tap(let sound, .freely, let count)): text(freely, sound: sound, count: count)
    case .step(.nothingHeard): again
    case .again: hitHardAgain
    case .begins, .background, .level, .proposal, .turned, .device, .ends, .step: nil
    }
  }

  /// The text of a lesson while it plays; nil if the player need not act.
  func text(_ lesson: EngineEvent.Lesson) -> String? {
    let (sound, count) = (lesson.sound, lesson.count ?? 0)
    return switch lesson.step {
    case .quiet: quiet
    case .hard: text(hitHard, count: count)
    case .countIn: countIn(sound, seconds: lesson.seconds ?? 0)
    case .tap:
      switch lesson.manner.flatMap(LiveLearner.Manner.init) {
      case .softly: text(softly, sound: sound, count: count)
      case .hard: text(hard, sound: sound, count: count)
      case .freely: text(freely, sound: sound, count: count)
      case nil: nil
      }
    case .nothingHeard: again
    case .begun, .background, .level, .heard, .taught, .ended: nil
    }
  }

  /// Counts down to a sound, which is named first; the voice reads numbers in its own language.
  private func countIn(_ sound: String, seconds: Int) -> String {
    seconds == LiveLearner.countInSeconds
      ? "\(text(next, sound: sound)) \(seconds)." : "\(seconds)."
  }

  private func text(_ pattern: String, sound: String = "", count: Int = 0) -> String {
    let often =
      switch count {
      case 1: once
      case 2: twice
      default: times.replacing("{count}", with: "\(count)")
      }
    return pattern.replacing("{times}", with: often).replacing("{sound}", with: sound)
  }
}
