// SPDX-License-Identifier: GPL-3.0-or-later
import TextScreen

/// The typed line of the screen, with the lines before it and its possible completions.
struct InputLine {
  private static let mostLines = 200

  private(set) var text = ""
  /// The place of the cursor, in letters.
  private(set) var cursor = 0
  private var history: [String] = []
  /// The place in the history; its end for the line that is being typed.
  private var place = 0
  /// The typed text before the history was used.
  private var draft = ""

  /// Begins a new line.
  mutating func begin(with text: String = "") {
    set(text)
    place = history.count
    draft = ""
  }

  /// The line that is finished, which the history keeps.
  mutating func finish() -> String {
    let line = text
    if !line.isEmpty, history.last != line { history = (history + [line]).suffix(Self.mostLines) }
    begin()
    return line
  }

  /// Edits; false for a key that means nothing here.
  ///
  /// - Parameter words: Whole lines that may be meant; asked for by Tab alone.
  mutating func take(_ key: Key, words: @autoclosure () -> [String]) -> Bool {
    switch key {
    case .letter(let letter): insert(letter)
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = text.count
    case .backspace: if cursor > 0 { remove(cursor - 1..<cursor) }
    case .delete: if cursor < text.count { remove(cursor..<cursor + 1) }
    case .eraseLine: remove(0..<cursor)
    case .eraseWord: eraseWord()
    case .up: recall(place - 1)
    case .down: recall(place + 1)
    case .tab: complete(words())
    default: return false
    }
    return true
  }

  private mutating func set(_ line: String) {
    text = line
    cursor = line.count
  }

  private mutating func insert(_ letter: Character) {
    text.insert(letter, at: text.index(text.startIndex, offsetBy: cursor))
    cursor += 1
  }

  private mutating func remove(_ range: Range<Int>) {
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    text.removeSubrange(start..<text.index(start, offsetBy: range.count))
    cursor = range.lowerBound
  }

  private mutating func eraseWord() {
    let before = Array(text.prefix(cursor))
    var start = cursor
    while start > 0, before[start - 1] == " " { start -= 1 }
    while start > 0, before[start - 1] != " " { start -= 1 }
    remove(start..<cursor)
  }

  private mutating func recall(_ wanted: Int) {
    guard (0...history.count).contains(wanted) else { return }
    if place == history.count { draft = text }
    place = wanted
    set(wanted == history.count ? draft : history[wanted])
  }

  /// Adds the common beginning of all words that begin like the line.
  private mutating func complete(_ words: [String]) {
    let fitting = words.filter { $0.lowercased().hasPrefix(text.lowercased()) }
    guard let first = fitting.first else { return }
    let common = fitting.dropFirst().reduce(first) { common, word in
      String(zip(common, word).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
    }
    if common.count > text.count { set(common) }
  }
}
