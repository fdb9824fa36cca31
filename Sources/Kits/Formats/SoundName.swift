// SPDX-License-Identifier: GPL-3.0-or-later

/// What the name of a sound file tells of the drum, the strength, the turn and the microphone.
///
/// Understood are marks that sound libraries use: `kick_vl3_rr2`, `CRASH15_V01_VEL005_RR02`, `Snare1-022`, `crash_OH_ff_1`,
/// `tom_soft`.
struct SoundName {
  /// What is left without the marks, in lower case: sounds of the same drum share it.
  let drum: String
  /// The higher, the stronger; nil where nothing is said.
  private(set) var strength: Int?
  /// The strength is a MIDI velocity rather than a place in an order.
  private(set) var isVelocity = false
  /// The turn of a round robin, or whatever numbers stand last; empty where there is none.
  private(set) var turn: [Int] = []
  /// A microphone; nil where nothing is said.
  private(set) var microphone: String?

  /// Words for how strongly a drum is struck, by rising strength.
  private static let dynamics: [String: Int] = [
    "ppp": 1, "pp": 2, "ghost": 2, "softest": 2, "p": 3, "soft": 3, "mp": 4, "mf": 5, "med": 5,
    "medium": 5, "f": 6, "hard": 6, "loud": 6, "ff": 7, "hardest": 7, "fff": 8,
  ]
  private static let microphones: Set<String> = [
    "oh", "overhead", "overheads", "room", "amb", "ambience", "close", "direct",
  ]
  /// Marks before a number that says how strong, the clearest first.
  private static let strengthMarks = ["velocity", "vel", "vl", "layer", "v"]
  private static let turnMarks: Set<String> = ["rr", "robin", "take", "alt"]

  init(stem: String) {
    var words: [String] = []
    var marks: [String: Int] = [:]
    for piece in stem.split(whereSeparator: { !($0.isLetter || $0.isNumber) }) {
      let word = piece.lowercased()
      let letters = String(word.prefix { !$0.isNumber })
      let digits = word.dropFirst(letters.count)
      let number = digits.allSatisfy(\.isNumber) ? Int(digits) : nil
      if let number, Self.strengthMarks.contains(letters) {
        marks[letters] = number
      } else if let number, Self.turnMarks.contains(letters) {
        turn.append(number)
      } else if let number, letters.isEmpty, !words.isEmpty {
        turn.append(number)
      } else if let dynamic = Self.dynamics[word], !words.isEmpty {
        strength = dynamic
      } else if Self.microphones.contains(word), !words.isEmpty {
        microphone = word
      } else {
        words.append(word)
      }
    }
    for mark in Self.strengthMarks {
      guard let number = marks[mark] else { continue }
      strength = number
      isVelocity = mark.hasPrefix("vel")
      break
    }
    // A name of nothing but numbers says only which of several it is.
    let numbers = words.compactMap { Int($0) }
    if numbers.count == words.count { turn = numbers + turn }
    drum = numbers.count == words.count ? "" : words.joined(separator: " ")
  }
}
