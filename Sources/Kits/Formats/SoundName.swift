// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The drum, the strength, the round-robin index and the microphone in the name of a sound file.
///
/// Understood are marks that sound libraries use: `kick_vl3_rr2`, `CRASH15_V01_VEL005_RR02`, `Snare1-022`, `crash_OH_ff_1`,
/// `tom_soft`, `Snare2Hard`.
struct SoundName {
  /// What is left without the marks, in lower case: sounds of the same drum share it.
  let drum: String
  /// The higher, the stronger; nil if nothing is said.
  private(set) var strength: Int?
  /// The strength is a MIDI velocity rather than a place in an order.
  private(set) var isVelocity = false
  /// The turn of a round robin, or whatever numbers stand last; empty if there is none.
  private(set) var turn: [Int] = []
  /// A microphone; nil if nothing is said.
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
    // Numbers that stand right behind a word, by the place of that word.
    var attached: [(place: Int, text: String, number: Int)] = []
    var rest = NameWords(stem).words[...]
    while let word = rest.popFirst() {
      let behind = rest.first.flatMap { $0.isAttached ? $0.number : nil }
      if let behind, Self.strengthMarks.contains(word.text) {
        marks[word.text] = behind
        rest.removeFirst()
      } else if let behind, Self.turnMarks.contains(word.text) {
        turn.append(behind)
        rest.removeFirst()
      } else if let number = word.number, !words.isEmpty {
        if word.isAttached {
          attached.append((words.count - 1, word.text, number))
        } else {
          turn.append(number)
        }
      } else if let dynamic = Self.dynamics[word.text], !words.isEmpty,
        !word.isAttached || word.text.count > 2
      {
        strength = dynamic
      } else if Self.microphones.contains(word.text), !words.isEmpty {
        microphone = word.text
      } else {
        words.append(word.text)
      }
    }
    for mark in Self.strengthMarks {
      guard let number = marks[mark] else { continue }
      strength = number
      isVelocity = mark.hasPrefix("vel")
      break
    }
    // "kick1" is one of several kicks, "kick1-022" the 22nd of the first. Toms are drums of their own.
    let isTom = [.tomLow, .tomMid, .tomHigh].contains(PadRole(drumName: stem))
    if turn.isEmpty && !isTom {
      turn = attached.map(\.number)
    } else {
      for number in attached { words[number.place] += number.text }
    }
    // A name of nothing but numbers says only which of several it is.
    let numbers = words.compactMap { Int($0) }
    if numbers.count == words.count { turn = numbers + turn }
    drum = numbers.count == words.count ? "" : words.joined(separator: " ")
  }
}
