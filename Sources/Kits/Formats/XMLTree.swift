// SPDX-License-Identifier: GPL-3.0-or-later
import CXML
import Storage

/// An element of an XML text with its contents. Namespaces are left out: some kits write them,
/// others do not.
struct XMLElement: Sendable {
  let name: String
  let line: Int
  let attributes: [String: String]
  /// Its own text, without spaces at either end.
  let text: String
  let children: [XMLElement]

  /// The elements in it that have a name.
  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The first element in it that has a name.
  func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The text of the first element of a name that is not empty.
  func text(_ name: String) -> String? {
    first(name).flatMap { $0.text.isEmpty ? nil : $0.text }
  }

  /// The number in the first element of a name, finite.
  func number(_ name: String) -> Float? {
    text(name).flatMap { WrittenNumber.inXML($0) }
  }

  /// The number that an attribute begins with, finite.
  func number(attribute name: String) -> Float? {
    attributes[name].flatMap { WrittenNumber.inXML($0) }
  }

  /// The whole number in the first element of a name.
  func integer(_ name: String) -> Int? { number(name).map { Int(min(max($0, -1e9), 1e9)) } }

  /// The truth value in the first element of a name.
  func flag(_ name: String) -> Bool? {
    switch text(name)?.lowercased() {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }
}

/// Reads XML as tolerantly as kits need: without a header, with errors, in any encoding.
///
/// Nothing is fetched, entities are not expanded, and depth and size are limited.
enum XMLTree {
  /// The root element, and what is wrong with the text.
  struct Document {
    let root: XMLElement
    /// The line and message of the last error that did not stop the reading.
    let error: (line: Int, message: String)?
  }

  /// Deeper elements are left out.
  static let maximumDepth = Limits.xmlDepth

  /// The part of a file that is enough to find its root element.
  private static let headBytes = 1 << 16

  /// All bytes of a file.
  static func bytes(path: String) throws(TextFile.Errno) -> [UInt8] {
    try TextFile.bytes(path: path, atMost: Limits.kitXMLBytes)
  }

  /// The name of the root element of a file, by its beginning; nil if none is found there.
  static func rootName(path: String) -> String? {
    guard let head = try? TextFile.head(path: path, byteCount: headBytes) else { return nil }
    return XMLTags(head).rootName
  }

  /// What exceeds the limits of reading; nil if nothing does.
  static func fault(_ bytes: [UInt8]) -> String? {
    let count = XMLTags(bytes).mostAttributes
    guard count > Limits.xmlAttributes else { return nil }
    return "an element of its XML has more than \(Limits.xmlAttributes) attributes, the limit"
  }

  /// The tree in `bytes`; nil if there is no element in them, or they exceed the limits.
  static func parse(_ bytes: [UInt8]) -> Document? {
    _ = isReady
    guard let start = bytes.firstIndex(of: UInt8(ascii: "<")), !declares(bytes), fault(bytes) == nil
    else { return nil }
    let options =
      XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
      | XML_PARSE_NOWARNING.rawValue | XML_PARSE_NOCDATA.rawValue | XML_PARSE_BIG_LINES.rawValue
    let text = utf8(Array(bytes[start...]))
    xmlResetLastError()
    let document = text.withUnsafeBytes {
      xmlReadMemory($0.baseAddress, Int32(clamping: $0.count), nil, nil, Int32(bitPattern: options))
    }
    guard let document else { return nil }
    defer { xmlFreeDoc(document) }
    guard let root = xmlDocGetRootElement(document) else { return nil }
    let skippedLines = bytes[..<start].count { $0 == UInt8(ascii: "\n") }
    return Document(root: element(root, depth: 0, skippedLines), error: lastError(skippedLines))
  }

  /// Text that gives no encoding and is not UTF-8 is read as Latin-1.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
    let claimsOther = head.contains("encoding=") && !head.contains("utf-8")
    guard !claimsOther, String(validating: bytes, as: UTF8.self) == nil else { return bytes }
    return bytes.flatMap { byte in
      byte < 0x80 ? [byte] : [0xc0 | byte >> 6, 0x80 | byte & 0x3f]
    }
  }

  /// One thread must set up libxml2 before others use it.
  private static let isReady: Bool = {
    xmlInitParser()
    return true
  }()

  /// It declares entities or attributes, which can stand for any number of others.
  private static func declares(_ bytes: [UInt8]) -> Bool {
    let marks = ["<!ENTITY", "<!ATTLIST"].map { Array($0.utf8) }
    var position = 0
    while let found = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      if marks.contains(where: { bytes[found...].starts(with: $0) }) { return true }
      position = found + 1
    }
    return false
  }

  private static func lastError(_ skippedLines: Int) -> (line: Int, message: String)? {
    guard let error = xmlGetLastError() else { return nil }
    let message = error.pointee.message.map { String(cString: $0) } ?? "not well-formed"
    let line = message.split(separator: "\n").first.map(String.init) ?? message
    return (Int(error.pointee.line) + skippedLines, line)
  }

  private static func element(
    _ node: xmlNodePtr, depth: Int, _ skippedLines: Int
  ) -> XMLElement {
    var text = ""
    var children: [XMLElement] = []
    var child = node.pointee.children
    while let current = child {
      switch current.pointee.type {
      case XML_ELEMENT_NODE where depth < maximumDepth:
        children.append(element(current, depth: depth + 1, skippedLines))
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += string(current.pointee.content)
      default: break
      }
      child = current.pointee.next
    }
    return XMLElement(
      name: string(node.pointee.name), line: xmlGetLineNo(node) + skippedLines,
      attributes: attributes(node), text: trimmed(decoded(text)), children: children)
  }

  private static func attributes(_ node: xmlNodePtr) -> [String: String] {
    var values: [String: String] = [:]
    var attribute = node.pointee.properties
    while let current = attribute {
      let value = current.pointee.children.map { string($0.pointee.content) } ?? ""
      values[string(current.pointee.name)] = trimmed(decoded(value))
      attribute = current.pointee.next
    }
    return values
  }

  private static func string(_ text: UnsafePointer<xmlChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }

  /// Old kits escape each byte of UTF-8 as a separate character: "&#xC3;&#xA9;" for "é".
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return text }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }

  private static func trimmed(_ text: String) -> String {
    var kept = text[...]
    while let first = kept.first, first.isWhitespace { kept.removeFirst() }
    while let last = kept.last, last.isWhitespace { kept.removeLast() }
    return String(kept)
  }
}
