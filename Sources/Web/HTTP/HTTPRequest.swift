// SPDX-License-Identifier: GPL-3.0-or-later

/// The head of an HTTP request (RFC 9112), read strictly: anything ambiguous is refused.
struct HTTPRequest: Equatable {
  /// "GET".
  let method: String
  /// The part after the host, up to a question mark.
  let path: String
  /// The part after the question mark; empty if there is none.
  let query: String
  /// The headers by their names in lower case.
  let headers: [String: String]

  /// The bytes that end a head.
  static let end: [UInt8] = [13, 10, 13, 10]

  /// Reads a head without its ``end``; nil if it is malformed, has a body, or repeats a header.
  init?(head bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 13 || $0 == 10 || $0 == 9 })
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    guard lines.allSatisfy({ line in !line.utf8.contains { $0 == 13 || $0 == 10 } }),
      let first = lines.popFirst()
    else { return nil }
    let words = first.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1", words[1].hasPrefix("/"),
      !words[0].isEmpty, words[0].utf8.allSatisfy({ (65...90).contains($0) })
    else { return nil }
    method = String(words[0])
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(target[0])
    query = target.count > 1 ? String(target[1]) : ""
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let name = line[..<colon].lowercased()
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte), headers[name] == nil
      else { return nil }
      headers[name] = Self.trimmed(line[line.index(after: colon)...])
    }
    guard headers["transfer-encoding"] == nil, (headers["content-length"] ?? "0") == "0"
    else { return nil }
    self.headers = headers
  }

  /// A cookie by its name; nil if there is none.
  func cookie(_ name: String) -> String? {
    for pair in (headers["cookie"] ?? "").split(separator: ";") {
      let parts = Self.trimmed(pair).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0] == name { return String(parts[1]) }
    }
    return nil
  }

  /// The request asks for a WebSocket of version 13.
  var asksForSocket: Bool {
    headers["upgrade"]?.lowercased() == "websocket" && headers["sec-websocket-version"] == "13"
      && (headers["connection"] ?? "").lowercased().split(separator: ",")
        .contains { Self.trimmed($0) == "upgrade" }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 95
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
