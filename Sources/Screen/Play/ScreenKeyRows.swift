// SPDX-License-Identifier: GPL-3.0-or-later
import TextScreen

/// Keys and their actions, in as many rows as they need.
struct ScreenKeyRows {
  /// There are never fewer rows, so that the screen stays where it is.
  private static let leastRows = 2

  let keys: [(key: String, label: String)]

  /// The rows. Where there is not room for all keys, the last one leads to the help, which has the rest.
  ///
  /// - Parameter most: As many rows as there is room for.
  func lines(columns: Int, most: Int) -> [TextLine] {
    var rows = wrapped(keys, columns)
    var count = keys.count
    while rows.count > max(most, Self.leastRows), count > 0 {
      count -= 1
      rows = wrapped(keys.prefix(count).filter { $0.key != "?" } + [("?", "all keys")], columns)
    }
    return rows + Array(repeating: TextLine(" "), count: max(0, Self.leastRows - rows.count))
  }

  private func wrapped(_ keys: [(key: String, label: String)], _ columns: Int) -> [TextLine] {
    var rows = [TextLine(" ")]
    for (key, label) in keys {
      let width = TextLine.columns(of: key) + 1 + TextLine.columns(of: label)
      if rows[rows.count - 1].columnCount + width > columns { rows.append(TextLine(" ")) }
      rows[rows.count - 1].add(key, .key)
      rows[rows.count - 1].add(" " + label + "  ")
    }
    return rows
  }
}
