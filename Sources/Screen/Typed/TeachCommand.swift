// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// New sounds of the player's own, typed while playing: "teach banana".
struct TeachCommand {
  /// The typed commands.
  static let help = """
    teach banana         a new sound of yours, by ten hits; the playing waits
    teach banana plays cowbell       and what it plays
    teach kick+clap      two of your sounds struck at once: plays both drums
    teach stop           ends that
    """

  /// First words of the lines that it carries out.
  static let verbs = [verb]

  private static let verb = "teach"
  private static let playsVerb = " plays "

  private let sounds: NewSounds

  init(_ sounds: NewSounds) { self.sounds = sounds }

  /// Carries out a typed line and returns the answer; nil if the line is about something else.
  func carryOut(_ line: String) -> [String]? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.first?.lowercased() == Self.verb else { return nil }
    guard words.count > 1 else { return ["'teach' needs the name of a sound: 'teach banana'"] }
    if words[1].lowercased() == "stop" {
      guard sounds.isTeaching else { return ["nothing is being taught"] }
      sounds.end()
      return []
    }
    let plays = words[1].firstRange(of: Self.playsVerb)
    let sound = SoundTeacher.Sound(
      sound: Self.trimmed(words[1][..<(plays?.lowerBound ?? words[1].endIndex)]),
      plays: plays.map { Self.trimmed(words[1][$0.upperBound...]) })
    do throws(EngineError) {
      try sounds.teach(sound)
    } catch {
      return ["\(error)"]
    }
    return ["'teach stop' ends the lesson, on the screen also Esc"]
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
