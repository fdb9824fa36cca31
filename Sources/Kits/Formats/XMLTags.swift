// SPDX-License-Identifier: GPL-3.0-or-later

/// A scan of the tags of an XML text, in one pass, for what must be known before it is parsed.
struct XMLTags {
  /// The name of the first element; nil if there is none.
  private(set) var rootName: String?
  /// The attributes of the element that has most.
  private(set) var mostAttributes = 0

  init(_ bytes: [UInt8]) {
    var position = 0
    while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = open + 1
      if Self.starts(bytes, at: open, with: "<!--") {
        position = Self.end(of: "-->", in: bytes, from: open + 4)
      } else if position < bytes.count, Self.isNameStart(bytes[position]) {
        let name = bytes[position...].prefix { !Self.endsName($0) }
        let ownName = name.split(separator: UInt8(ascii: ":")).last ?? name
        rootName = rootName ?? String(decoding: ownName, as: UTF8.self)
        position = look(bytes, from: position + name.count)
      }
    }
  }

  /// Counts the attributes of a tag. Returns the place of its end, or of the next `<`.
  private mutating func look(_ bytes: [UInt8], from start: Int) -> Int {
    var quote: UInt8?
    var count = 0
    defer { mostAttributes = max(mostAttributes, count) }
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"): return index
      case let byte where byte == quote: quote = nil
      case _ where quote != nil: break
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = bytes[index]
      case UInt8(ascii: "="): count += 1
      case UInt8(ascii: ">"): return index
      default: break
      }
    }
    return bytes.count
  }

  private static func starts(_ bytes: [UInt8], at index: Int, with text: String) -> Bool {
    bytes[index...].starts(with: text.utf8)
  }

  /// The place after the next `text`; the end of the whole if there is none.
  private static func end(of text: String, in bytes: [UInt8], from start: Int) -> Int {
    var position = start
    while position < bytes.count {
      if starts(bytes, at: position, with: text) { return position + text.utf8.count }
      position += 1
    }
    return bytes.count
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "=")
  }
}
