// SPDX-License-Identifier: GPL-3.0-or-later
import CScores

/// A value that a score gives to a statement.
enum ScoreValue: Equatable {
  case none
  case boolean(Bool)
  case number(Double)
  case text(String)
  case object(Int)
  /// A function, by what Lua keeps it by.
  case function(Int32)
  /// A table, as JSON.
  case table(String)
  /// Something else, by what Lua calls it.
  case other(String)

  init(_ value: sc_value) {
    var text: String {
      let bytes = UnsafeRawBufferPointer(start: value.text, count: value.length)
      return String(decoding: bytes, as: UTF8.self)
    }
    self =
      switch value.kind {
      case SC_NIL: .none
      case SC_BOOLEAN: .boolean(value.number != 0)
      case SC_NUMBER: .number(value.number)
      case SC_TEXT: .text(text)
      case SC_OBJECT: .object(Int(value.number))
      case SC_FUNCTION: .function(Int32(value.number))
      case SC_TABLE: .table(text)
      default: .other(text)
      }
  }

  /// What it is, for people: `"x"`, 3, nothing.
  var shown: String {
    switch self {
    case .none: "nothing"
    case .boolean(let value): "\(value)"
    case .number(let number): Self.shown(number)
    case .text(let text): "\"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
    case .object: "an object"
    case .function: "a function"
    case .table: "a table"
    case .other(let kind): "a \(kind)"
    }
  }

  /// A number, without ".0".
  static func shown(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
