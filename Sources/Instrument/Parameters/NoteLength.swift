// SPDX-License-Identifier: GPL-3.0-or-later

/// Lengths of notes as people write them, in whole notes: "1/8", dotted "1/4.", of a triplet "1/8t".
enum NoteLength {
  /// From a whole note down to a thirty-second, each plain, dotted and of a triplet.
  static let all: [(text: String, wholeNotes: Float)] = [1, 2, 4, 8, 16, 32].flatMap { part in
    [("", 1), (".", 1.5), ("t", 2 / 3.0)].map { ending, factor in
      ("1/\(part)\(ending)", Float(factor / Double(part)))
    }
  }

  /// The length of a text; nil if it is none. "0" is no note.
  static func value(_ text: String) -> Float? {
    if text == "0" { return 0 }
    return all.first { $0.text == text }?.wholeNotes
  }

  /// A length in words: "1/8", or how many whole notes it has.
  static func text(_ wholeNotes: Float) -> String {
    all.first { $0.wholeNotes == wholeNotes }?.text ?? ParameterScale.digits(wholeNotes)
  }

  /// The length so many places further on, from no note to the longest.
  static func moved(_ wholeNotes: Float, places: Int) -> Float {
    let lengths = [0] + all.map(\.wholeNotes).sorted()
    let place = lengths.lastIndex { $0 <= wholeNotes } ?? 0
    return lengths[min(lengths.count - 1, max(0, place + places))]
  }
}
