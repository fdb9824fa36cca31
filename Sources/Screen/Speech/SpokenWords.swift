// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles

/// The spoken texts of a lesson, in the player's language. `{sound}` stands for the sound's name,
/// `{times}` for the count, `{first}` and `{second}` for sounds that are struck at once.
struct SpokenWords {
  let language: String
  private let quiet: String
  private let hitHard: String
  private let next: String
  private let softly: String
  private let hard: String
  private let freely: String
  private let again: String
  private let once: String
  private let twice: String
  private let times: String
  private let both: String

  static let english = SpokenWords(
    language: "en", quiet: "Quiet, please.",
    hitHard: "Hit hard, {times}.", next: "Next: {sound}.", softly: "Softly, {times}.",
    hard: "Now hard, {times}.", freely: "As you like, {times}.", again: "I heard none. Again.",
    once: "once", twice: "twice", times: "{count} times",
    both: "{first} and {second} together")

  /// All languages that there are words for.
  static let all = [
    english,
    SpokenWords(
      language: "de", quiet: "Bitte Ruhe.",
      hitHard: "Schlag fest, {times}.", next: "Als Nächstes: {sound}.", softly: "Leise, {times}.",
      hard: "Jetzt fest, {times}.", freely: "Wie du magst, {times}.",
      again: "Ich habe nichts gehört. Noch einmal.",
      once: "einmal", twice: "zweimal", times: "{count} Mal",
      both: "{first} und {second} zusammen"),
    SpokenWords(
      language: "fr", quiet: "Silence, s'il vous plaît.",
      hitHard: "Frappez fort, {times}.", next: "Ensuite : {sound}.", softly: "Doucement, {times}.",
      hard: "Maintenant fort, {times}.", freely: "Comme vous voulez, {times}.",
      again: "Je n'ai rien entendu. Encore.", once: "une fois", twice: "deux fois",
      times: "{count} fois", both: "{first} et {second} ensemble"),
    SpokenWords(
      language: "es", quiet: "Silencio, por favor.",
      hitHard: "Golpea fuerte, {times}.", next: "Ahora viene: {sound}.", softly: "Suave, {times}.",
      hard: "Ahora fuerte, {times}.", freely: "Como quieras, {times}.",
      again: "No he oído nada. Otra vez.",
      once: "una vez", twice: "dos veces", times: "{count} veces",
      both: "{first} y {second} a la vez"),
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
    case .step(.tap(_, .softly, let count)): text(softly, count: count)
    case .step(.tap(_, .hard, let count)): text(hard, count: count)
    case .step(.tap(_, .freely, let count)): text(freely, count: count)
    case .step(.nothingHeard): again
    case .begins, .background, .level, .proposal, .turned, .again, .device, .ends, .step: nil
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
      case .softly: text(softly, count: count)
      case .hard: text(hard, count: count)
      case .freely: text(freely, count: count)
      case nil: nil
      }
    case .nothingHeard: again
    case .begun, .background, .level, .heard, .taught, .ended: nil
    }
  }

  /// Names the next sound at the beginning of its count-in.
  private func countIn(_ sound: String, seconds: Int) -> String? {
    seconds == LiveLearner.countInSeconds ? text(next, sound: spoken(sound)) : nil
  }

  /// The name of a sound; of a pair, those of both.
  private func spoken(_ sound: String) -> String {
    guard let pair = SoundPair(named: sound) else { return sound }
    return both.replacing("{first}", with: pair.first).replacing("{second}", with: pair.second)
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
