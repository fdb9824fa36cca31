// SPDX-License-Identifier: GPL-3.0-or-later

/// A name in parts: split at marks and spaces, between letters and digits, and where a capital
/// begins a word.
struct NameWords {
  /// Letters, or digits.
  struct Word {
    /// In lower case.
    var text: String
    let isNumber: Bool
    /// There is no mark between it and the word before.
    let isAttached: Bool

    /// Nil for letters, and for numbers that are far too large.
    var number: Int? { isNumber ? Int(text) : nil }
  }

  private(set) var words: [Word] = []

  init(_ name: String) {
    let characters = Array(name)
    var isAfterMark = true
    for (index, character) in characters.enumerated() {
      guard character.isLetter || character.isNumber else {
        isAfterMark = true
        continue
      }
      let previous = isAfterMark ? nil : characters[index - 1]
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      if previous.map({ Self.isBorder($0, character, next) }) ?? true {
        words.append(
          Word(text: "", isNumber: character.isNumber, isAttached: previous != nil))
      }
      words[words.count - 1].text += character.lowercased()
      isAfterMark = false
    }
  }

  /// "ClosedHat" and "HHOpen" are two words each.
  private static func isBorder(
    _ previous: Character, _ character: Character, _ next: Character
  ) -> Bool {
    if character.isNumber != previous.isNumber { return true }
    return character.isUppercase
      && (previous.isLowercase || (previous.isUppercase && next.isLowercase))
  }
}
