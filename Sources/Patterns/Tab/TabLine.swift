// SPDX-License-Identifier: GPL-3.0-or-later

/// A line of a text, and how its words are found again in a message.
struct TabLine {
  /// A word, and the column of its first letter, counted from 1.
  struct Word {
    let text: String
    let column: Int
  }

  /// Counted from 1.
  let number: Int
  let letters: [Character]

  init(_ number: Int, _ text: Substring) {
    self.number = number
    letters = Array(text)
  }

  /// What stands in it without spaces at both ends.
  var text: String { Self.trimmed(letters[...]) }

  /// The column of its first letter that is no space.
  var firstColumn: Int { (letters.firstIndex { !$0.isWhitespace } ?? 0) + 1 }

  /// Words between spaces, up to a comment.
  var words: [Word] {
    var words: [Word] = []
    var word = ""
    func end(_ column: Int) {
      if !word.isEmpty { words.append(Word(text: word, column: column - word.count)) }
      word = ""
    }
    for (index, letter) in letters.enumerated() {
      if letter == "#" && word.isEmpty { return words }
      if letter.isWhitespace { end(index + 1) } else { word.append(letter) }
    }
    end(letters.count + 1)
    return words
  }

  static func trimmed(_ letters: ArraySlice<Character>) -> String {
    guard let first = letters.firstIndex(where: { !$0.isWhitespace }),
      let last = letters.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(letters[first...last])
  }
}
