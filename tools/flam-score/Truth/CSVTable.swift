// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// A table of comma-separated values whose first line names the columns; a field with commas is in
/// quotes.
struct CSVTable {
  /// One line of the table.
  struct Row {
    fileprivate let path: String
    fileprivate let line: Int
    fileprivate let columns: [String: Int]
    fileprivate let fields: [String]

    /// The text in a column; nil if there is no such column or nothing in it.
    func text(_ column: String) -> String? {
      guard let index = columns[column], !fields[index].isEmpty else { return nil }
      return fields[index]
    }

    /// The number in a column; nil if there is no such column or nothing in it.
    func number(_ column: String) throws(TruthError) -> Double? {
      guard let text = text(column) else { return nil }
      guard let number = Double(text), number.isFinite else {
        throw TruthError(
          .broken, path: path, reason: "line \(line): “\(text)” in column \(column) is no number",
          advice: "mend that line")
      }
      return number
    }

    /// The required content of a column.
    func required(_ column: String) throws(TruthError) -> String {
      guard let text = text(column) else {
        throw TruthError(
          .broken, path: path, reason: "line \(line): column \(column) is empty",
          advice: "mend that line")
      }
      return text
    }
  }

  /// As it was given.
  let path: String
  /// Names of the columns.
  let columns: Set<String>
  let rows: [Row]

  /// Reads a table, which must have all the `needed` columns.
  init(path: String, needed: [String] = []) throws(TruthError) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw TruthError(
        .missing, path: path, reason: "there is no such table, or it cannot be read",
        advice: "see --help for the files a folder holds")
    }
    let lines = text.split(whereSeparator: \.isNewline).map(Self.fields)
    let names = lines.first ?? []
    let columns = Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first })
    for column in needed where columns[column] == nil {
      throw TruthError(
        .broken, path: path, reason: "it has no column \(column)",
        advice: "its first line must name \(needed.joined(separator: ", "))")
    }
    var rows: [Row] = []
    for (index, fields) in lines.enumerated().dropFirst() {
      guard fields.count == names.count else {
        throw TruthError(
          .broken, path: path,
          reason: "line \(index + 1) has \(fields.count) columns, the first line \(names.count)",
          advice: "mend that line")
      }
      rows.append(Row(path: path, line: index + 1, columns: columns, fields: fields))
    }
    self.path = path
    self.columns = Set(names)
    self.rows = rows
  }

  private static func fields(_ line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
