// SPDX-License-Identifier: GPL-3.0-or-later

/// A line of a tab: a drum and its bars.
struct TabRow {
  /// The letters of a bar, and the column of the first one.
  struct Cell {
    let letters: ArraySlice<Character>
    let column: Int
  }

  let line: Int
  let label: TabLine.Word
  let cells: [Cell]
  /// What follows the last bar.
  let rest: TabLine.Word?

  /// Nil for a line without a bar line behind a label.
  init?(_ line: TabLine) {
    guard let bar = line.letters.firstIndex(of: "|") else { return nil }
    let label = TabLine.trimmed(line.letters[..<bar])
    guard !label.isEmpty, !label.hasPrefix("#") else { return nil }
    self.line = line.number
    self.label = TabLine.Word(text: label, column: line.firstColumn)
    var cells: [Cell] = []
    var start = bar + 1
    let end = line.letters.lastIndex(of: "|") ?? bar
    for index in line.letters[start...].indices where line.letters[index] == "|" {
      // Two bar lines are one.
      if index > start {
        cells.append(Cell(letters: line.letters[start..<index], column: start + 1))
      }
      start = index + 1
    }
    var text = TabLine.trimmed(line.letters[(end + 1)...])
    if let comment = text.firstIndex(of: "#") {
      text = TabLine.trimmed(Array(text[..<comment])[...])
    }
    let column = line.letters[(end + 1)...].firstIndex { !$0.isWhitespace } ?? end
    if end == bar && !text.isEmpty {
      // A last bar line may be missing.
      let letters = line.letters[(bar + 1)...].prefix { !$0.isWhitespace && $0 != "#" }
      cells.append(Cell(letters: letters, column: bar + 2))
      text = ""
    }
    self.cells = cells
    rest = text.isEmpty ? nil : TabLine.Word(text: text, column: column + 1)
  }
}
