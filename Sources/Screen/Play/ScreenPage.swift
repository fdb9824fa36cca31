// SPDX-License-Identifier: GPL-3.0-or-later
import TextScreen

/// Lines to read, of which the screen shows as many as fit.
struct ScreenPage {
  private static let pageRows = 10

  let lines: [TextLine]

  /// The keys, and the typed commands.
  static let help: [TextLine] =
    [TextLine("  Keys", .title)]
    + ([("1…0", "play the drums that have these numbers")]
    + ScreenAction.allCases.map { ($0.keyName, $0.explanation) }).map { key, text in
      var line = TextLine("  " + key.padded(to: 8), .key)
      line.add(text)
      return line
    }
    + [TextLine(), TextLine("  What can be typed after Enter", .title)]
    + TypedCommand.help.split(separator: "\n").map { TextLine("  " + $0) }

  /// This many rows from one on, or the last ones.
  func shown(from first: Int, rows: Int) -> [TextLine] {
    Array(lines.dropFirst(min(first, max(0, lines.count - rows))).prefix(rows))
  }

  /// The first row after a key; nil if the key leaves the page.
  static func row(after key: Key, at row: Int) -> Int? {
    switch key {
    case .up: max(0, row - 1)
    case .down: row + 1
    case .pageUp: max(0, row - pageRows)
    case .pageDown, .letter(" "): row + pageRows
    default: nil
    }
  }
}
