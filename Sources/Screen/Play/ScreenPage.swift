// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Storage
import TextScreen

/// Lines to read, of which the screen shows as many as fit, and says that there are more.
struct ScreenPage {
  private static let pageRows = 10
  private static let indent = "      "

  /// No line takes more.
  private static let mostRowsPerLine = 100

  let lines: [TextLine]
  private var firstRow = 0

  init(_ lines: [TextLine]) { self.lines = lines }

  /// The answer to what was typed.
  init(answer: [String]) { self.init(answer.map { TextLine("  " + $0.printable) }) }

  /// The keys, and the typed commands.
  static var help: ScreenPage {
    let keys =
      [("1…0", "play the drums that have these numbers")]
      + ScreenAction.allCases.map { ($0.keyName, $0.explanation) }
    return ScreenPage(
      [TextLine("  Keys", .title)]
        + keys.map { key, text in
          var line = TextLine("  " + key.padded(to: 8), .key)
          line.add(text)
          return line
        }
        + [TextLine(), TextLine("  What can be typed after Enter", .title)]
        + TypedCommand.help.split(separator: "\n").map { TextLine("  " + $0) })
  }

  /// As many rows as there is room for; the last one says if there are more. Lines that are too long
  /// go on in the next row.
  mutating func shown(rows: Int, columns: Int) -> [TextLine] {
    let all = lines.flatMap { Self.wrapped($0, columns) }
    guard all.count > rows else {
      firstRow = 0
      return all
    }
    let room = max(1, rows - 1)
    firstRow = min(firstRow, all.count - room)
    let place = "  ↑↓ Space: lines \(firstRow + 1) to \(firstRow + room) of \(all.count)"
    return all[firstRow..<firstRow + room] + [TextLine(place, .key)]
  }

  private static func wrapped(_ line: TextLine, _ columns: Int) -> [TextLine] {
    guard line.columnCount > columns else { return [line] }
    let texts = WrappedText.lines(line.text, width: max(1, columns - indent.count))
    return texts.enumerated().map { TextLine($0 == 0 ? $1 : indent + $1) }
  }

  /// Scrolls; false for a key without a meaning here.
  mutating func take(_ key: Key) -> Bool {
    switch key {
    case .up: firstRow = max(0, firstRow - 1)
    case .down: firstRow += 1
    case .pageUp: firstRow = max(0, firstRow - Self.pageRows)
    case .pageDown, .letter(" "): firstRow += Self.pageRows
    case .home: firstRow = 0
    case .end: firstRow = lines.count * Self.mostRowsPerLine
    default: return false
    }
    return true
  }
}
