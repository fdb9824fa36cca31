// SPDX-License-Identifier: GPL-3.0-or-later
import TextScreen

/// Keys and their actions, in two rows.
struct ScreenKeyRows {
  let keys: [(key: String, label: String)]

  /// The rows; the help has the keys that do not fit.
  func lines(columns: Int) -> [TextLine] {
    var rows = [TextLine(" "), TextLine(" ")]
    var row = 0
    for (key, label) in keys {
      let width = TextLine.columns(of: key) + 1 + TextLine.columns(of: label)
      if rows[row].columnCount + width > columns { row += 1 }
      guard row < rows.count else { break }
      rows[row].add(key, .key)
      rows[row].add(" " + label + "  ")
    }
    return rows
  }
}
