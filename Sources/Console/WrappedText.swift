// SPDX-License-Identifier: GPL-3.0-or-later

/// Lines for a terminal of some width.
package enum WrappedText {
  /// The lines that a text takes where none has more than `width` letters: it is broken between words. A longer word stays
  /// whole.
  package static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var rest = text[...]
    while rest.count > width, let cut = cut(rest, width) {
      lines.append(String(rest[..<cut]))
      rest = rest[rest.index(after: cut)...].drop { $0 == " " }
    }
    return lines + [String(rest)]
  }

  /// The blank at which a text is broken: the last that fits, else the first; nil where there is none.
  private static func cut(_ text: Substring, _ width: Int) -> Substring.Index? {
    // Blanks at the beginning are an indent.
    guard let first = text.firstIndex(where: { $0 != " " }) else { return nil }
    let limit = text.index(text.startIndex, offsetBy: width)
    let fitting = text[first...].indices.last { $0 <= limit && text[$0] == " " }
    return fitting ?? text[first...].firstIndex(of: " ")
  }
}
