// SPDX-License-Identifier: GPL-3.0-or-later

/// A line as it is typed key by key on a terminal: Backspace, Ctrl-W and Ctrl-U erase, as they do at a shell.
struct LineEditor {
  /// Where a sequence of bytes stands that one key sends, such as an arrow.
  private enum Sequence { case none, escape, body }

  private static let newline = UInt8(ascii: "\n")
  private static let escape: UInt8 = 0x1B
  private static let eraseWord: UInt8 = 0x17
  private static let eraseLine: UInt8 = 0x15

  private var bytes: [UInt8] = []
  private var sequence = Sequence.none

  /// The line so far.
  var line: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes the line so far away.
  mutating func takeLine() -> String {
    defer { bytes = [] }
    return line
  }

  /// Takes a byte that was typed; returns the line with its end once it is whole, else nothing.
  mutating func typed(_ byte: UInt8) -> [UInt8] {
    guard sequence == .none else {
      skip(byte)
      return []
    }
    switch byte {
    case Self.newline:
      defer { bytes = [] }
      return bytes + [Self.newline]
    case 0x08, 0x7F: eraseLetter()
    case Self.eraseWord:
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      while let last = bytes.last, last != UInt8(ascii: " ") { bytes.removeLast() }
    case Self.eraseLine: bytes = []
    case Self.escape: sequence = .escape
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: " "))
    case ..<0x20: break
    default: bytes.append(byte)
    }
    return []
  }

  /// Keys that send a sequence do nothing.
  private mutating func skip(_ byte: UInt8) {
    switch sequence {
    case .escape where byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"): sequence = .body
    case .body where !(0x40...0x7E).contains(byte): break
    default: sequence = .none
    }
  }

  private mutating func eraseLetter() {
    guard !bytes.isEmpty else { return }
    var line = line
    line.removeLast()
    bytes = Array(line.utf8)
  }
}
