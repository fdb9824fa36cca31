// SPDX-License-Identifier: GPL-3.0-or-later
import CNcurses

/// A line of a text screen: pieces of text one behind the other, each with its style.
public struct TextLine: Sendable, Equatable {
  /// A piece of text in one style.
  public struct Piece: Sendable, Equatable {
    /// Holds no characters that control a terminal.
    public let text: String
    /// How it looks.
    public let style: TextStyle
  }

  /// From left to right.
  public private(set) var pieces: [Piece] = []
  /// The columns that it takes.
  public private(set) var columnCount = 0

  /// A line of one piece.
  public init(_ text: String = "", _ style: TextStyle = .plain) { add(text, style) }

  /// The line without its styles.
  public var text: String { pieces.map(\.text).joined() }

  /// Adds a piece at the end.
  public mutating func add(_ text: String, _ style: TextStyle = .plain) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: text, style: style))
    columnCount += Self.columns(of: text)
  }

  /// Adds another line at the end.
  public mutating func add(_ line: TextLine) {
    pieces += line.pieces
    columnCount += line.columnCount
  }

  /// The line in exactly so many columns: filled with blanks, or cut off, which "…" shows.
  public func fitted(to columns: Int) -> TextLine {
    var line = TextLine()
    let isCut = inkColumns > columns
    let room = isCut ? max(0, columns - 1) : columns
    for piece in pieces {
      let rest = room - line.columnCount
      guard Self.columns(of: piece.text) > rest else {
        line.add(piece.text, piece.style)
        continue
      }
      line.add(Self.beginning(of: piece.text, columns: rest), piece.style)
      if isCut, columns > 0 { line.add("…", piece.style) }
      break
    }
    line.add(String(repeating: " ", count: max(0, columns - line.columnCount)))
    return line
  }

  /// A line with one text at its left and another at its right end.
  public static func spread(_ left: TextLine, _ right: TextLine, columns: Int) -> TextLine {
    var line = left.fitted(to: max(0, columns - right.columnCount))
    line.add(right)
    return line.fitted(to: columns)
  }

  /// The columns that a text takes: two for each letter of East Asian scripts, none for marks upon letters.
  public static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns up to the last letter that is no blank.
  private var inkColumns: Int {
    let text = text
    let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
    return columnCount <= 0 ? 0 : Self.columns(of: String(text[..<end]))
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    // The C locale knows no letters beyond ASCII.
    let count = Int(wcwidth(wchar_t(bitPattern: scalar.value)))
    return count >= 0 ? count : 1
  }

  private static func beginning(of text: String, columns: Int) -> String {
    var beginning = String.UnicodeScalarView()
    var taken = 0
    for scalar in text.unicodeScalars {
      taken += Self.columns(of: scalar)
      if taken > columns { break }
      beginning.append(scalar)
    }
    return String(beginning)
  }
}
