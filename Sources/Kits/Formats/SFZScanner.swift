// SPDX-License-Identifier: GPL-3.0-or-later

/// Cuts a line of SFZ text, free of comments, into its tokens.
///
/// A value may hold spaces: it ends before the next `name=`, header or directive, or with the line.
struct SFZScanner {
  enum Token: Equatable {
    case header(String)
    case opcode(name: String, value: String)
    case define(name: String, value: String)
    case include(String)
    /// None of these.
    case word
  }

  private let text: [UInt8]
  private var position = 0

  init(text: [UInt8]) { self.text = text }

  /// The next token; nil at the end of the line.
  mutating func next() -> Token? {
    skipSpaces()
    guard position < text.count else { return nil }
    if let end = headerEnd(at: position) {
      defer { position = end }
      return .header(string(position + 1..<end - 1))
    }
    if startsDirective("#define", at: position) {
      position += "#define".utf8.count
      let name = word()
      let value = word()
      return name.hasPrefix("$") && name.count > 1 ? .define(name: name, value: value) : .word
    }
    if startsDirective("#include", at: position) {
      position += "#include".utf8.count
      return include()
    }
    if let equals = opcodeEquals(at: position) {
      let name = string(position..<equals)
      position = valueEnd(from: equals + 1)
      return .opcode(name: name, value: trimmed(equals + 1..<position))
    }
    _ = word()
    return .word
  }

  private mutating func include() -> Token {
    skipSpaces()
    guard position < text.count, text[position] == UInt8(ascii: "\"") else { return .word }
    let first = position + 1
    let end = text[first...].firstIndex(of: UInt8(ascii: "\"")) ?? text.count
    position = min(end + 1, text.count)
    return .include(string(first..<end))
  }

  private func valueEnd(from start: Int) -> Int {
    for index in start..<text.count {
      if headerEnd(at: index) != nil { return index }
      let isWordStart = index > start && isSpace(text[index - 1]) && !isSpace(text[index])
      if isWordStart
        && (opcodeEquals(at: index) != nil || startsDirective("#define", at: index)
          || startsDirective("#include", at: index))
      {
        return index
      }
    }
    return text.count
  }

  /// Past the `>` of a header that begins at `index`.
  private func headerEnd(at index: Int) -> Int? {
    guard text[index] == UInt8(ascii: "<") else { return nil }
    var end = index + 1
    while end < text.count, isNameByte(text[end]) { end += 1 }
    return end > index + 1 && end < text.count && text[end] == UInt8(ascii: ">") ? end + 1 : nil
  }

  /// Where the `=` of an opcode stands whose name begins at `index`.
  private func opcodeEquals(at index: Int) -> Int? {
    var end = index
    while end < text.count, isNameByte(text[end]) { end += 1 }
    return end > index && end < text.count && text[end] == UInt8(ascii: "=") ? end : nil
  }

  private func startsDirective(_ directive: String, at index: Int) -> Bool {
    let end = index + directive.utf8.count
    return end < text.count && isSpace(text[end]) && text[index..<end].elementsEqual(directive.utf8)
  }

  private mutating func word() -> String {
    skipSpaces()
    let first = position
    while position < text.count, !isSpace(text[position]) { position += 1 }
    return string(first..<position)
  }

  private mutating func skipSpaces() {
    while position < text.count, isSpace(text[position]) { position += 1 }
  }

  private func trimmed(_ range: Range<Int>) -> String {
    var range = range
    while let first = range.first, isSpace(text[first]) { range = first + 1..<range.upperBound }
    while let last = range.last, isSpace(text[last]) { range = range.lowerBound..<last }
    return string(range)
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
    default: false
    }
  }
}
