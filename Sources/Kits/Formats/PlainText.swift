// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// Readable text from what kits contain.
enum PlainText {
  /// Longer texts are cut.
  static let maximumCharacters = 2000

  /// `text` without the marks of HTML and with single spaces; nil if nothing is left.
  static func withoutMarks(_ text: String) -> String? {
    guard text.contains("<") || text.contains("  ") || text.contains("\n") else {
      return text.isEmpty ? nil : String(text.prefix(maximumCharacters))
    }
    var kept = ""
    var depth = 0
    for piece in body(of: text) {
      switch piece {
      case "<": depth += 1
      case ">" where depth > 0:
        depth -= 1
        kept.append(" ")
      default: if depth == 0 { kept.append(piece) }
      }
    }
    let words = kept.split { $0.isWhitespace }.joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(maximumCharacters))
  }

  /// Longer names are cut in messages.
  static let maximumNameCharacters = Limits.shownNameLetters

  /// A message in which long text between quotes and commas is shortened in the middle, to fit on a
  /// line.
  static func withShortNames(_ message: String) -> String {
    guard message.utf8.count > maximumNameCharacters else { return message }
    var short = ""
    var rest = message[...]
    while !rest.isEmpty {
      let name = rest.prefix { $0 != "'" && $0 != "," }
      let isLong = name.count > maximumNameCharacters
      short += isLong ? "\(name.prefix(120))…\(name.suffix(60))" : name
      rest = rest[name.endIndex...]
      if let mark = rest.popFirst() { short.append(mark) }
    }
    return short
  }

  /// The visible text of a page.
  private static func body(of text: String) -> Substring {
    let page = text.prefix(1 << 16)
    guard let head = page.firstRange(of: "</head>") else { return page }
    return page[head.upperBound...]
  }
}
