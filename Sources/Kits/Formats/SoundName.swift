// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The drum, the strength, the round-robin index and the microphone in the name of a sound file.
///
/// It knows the marks that sound libraries use: `kick_vl3_rr2`, `CRASH15_V01_VEL005_RR02`,
/// `Snare1-022`, `crash_OH_ff_1`, `tom_soft`, `Snare2Hard`.
struct SoundName {
  /// The name without the marks, in lower case. Sounds of the same drum share it.
  let drum: String
  /// Higher is stronger; nil if the name does not say.
  private(set) var strength: Int?
  /// Whether the strength is a MIDI velocity and not a place in an order.
  private(set) var isVelocity = false
  /// The index of a round robin, or the last numbers of the name; empty if there is none.
  private(set) var turn: [Int] = []
  /// The microphone; nil if the name does not say.
  private(set) var microphone: String?

  /// Words for the strength of a stroke, by rising strength.
  private static let dynamics: [String: Int] = [
    "ppp": 1, "pp": 2, "ghost": 2, "softest": 2, "p": 3, "soft": 3, "mp": 4, "mf": 5, "med": 5,
    "medium": 5, "f": 6, "hard": 6, "loud": 6, "ff": 7, "hardest": 7, "fff": 8,
  ]
  private static let microphones: Set<String> = [
    "oh", "overhead", "overheads", "room", "amb", "ambience", "close", "direct",
  ]
  /// Marks before a number for the strength, the clearest first.
  private static let strengthMarks = ["velocity", "vel", "vl", "layer", "v"]
  private static let turnMarks: Set<String> = ["rr", "robin", "take", "alt"]

  init(stem: String) {
    var words: [String] = []
    var marks: [String: Int] = [:]
    // Numbers directly after a word, by the place of that word.
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
    // "kick1" is one of several kicks, "kick1-022" the 22nd of the first. Toms are separate drums.
    let isTom = [.tomLow, .tomMid, .tomHigh].contains(PadRole(drumName: stem))
    if turn.isEmpty && !isTom {
      turn = attached.map(\.number)
    } else {
      for number in attached { words[number.place] += number.text }
    }
    // A name that contains only numbers says only which of several it is.
    let numbers = words.compactMap { Int($0) }
    if numbers.count == words.count { turn = numbers + turn }
    drum = numbers.count == words.count ? "" : words.joined(separator: " ")
  }
}
