// SPDX-License-Identifier: GPL-3.0-or-later

/// A table for people: the first column to the left, the others to the right, as wide as they need to be.
struct TextTable: CustomStringConvertible {
  private var rows: [[String]]

  init(_ header: [String]) { rows = [header] }

  var isEmpty: Bool { rows.count == 1 }

  mutating func append(_ row: [String]) {
    precondition(row.count == rows[0].count, "a row has a cell a column")
    rows.append(row)
  }

  var description: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + space : space + row[column]
      }
      return "  " + cells.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
