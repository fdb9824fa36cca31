// SPDX-License-Identifier: GPL-3.0-or-later

/// A response to an HTTP request, with headers that forbid browsers what could do harm.
struct HTTPResponse: Equatable {
  /// As in RFC 9110.
  enum Status: Int {
    case switching = 101
    case done = 200
    case part = 206
    case elsewhere = 303
    case malformed = 400
    case forbidden = 403
    case missing = 404
    case wrongMethod = 405
    case noSuchPart = 416
    case tooLarge = 431
    case full = 503

    var reason: String {
      switch self {
      case .switching: "Switching Protocols"
      case .done: "OK"
      case .part: "Partial Content"
      case .elsewhere: "See Other"
      case .malformed: "Bad Request"
      case .forbidden: "Forbidden"
      case .missing: "Not Found"
      case .wrongMethod: "Method Not Allowed"
      case .noSuchPart: "Range Not Satisfiable"
      case .tooLarge: "Request Header Fields Too Large"
      case .full: "Service Unavailable"
      }
    }
  }

  let status: Status
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// A line of plain text.
  init(_ status: Status, text: String) {
    self.status = status
    headers = [("Content-Type", "text/plain; charset=utf-8")]
    body = Array((text + "\n").utf8)
  }

  /// Headers, with or without a file.
  init(_ status: Status, headers: [(name: String, value: String)], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// The response as it is sent.
  ///
  /// - Parameter host: The admitted host that the request named; nil if the request was not admitted.
  func bytes(host: String?) -> [UInt8] { head(host: host, byteCount: body.count) + body }

  /// The head for a body of so many bytes.
  func head(host: String?, byteCount: Int) -> [UInt8] {
    var head = "HTTP/1.1 \(status.rawValue) \(status.reason)\r\n"
    for header in headers + Self.guards(host: host) {
      head += "\(header.name): \(header.value)\r\n"
    }
    if status != .switching {
      head += "Content-Length: \(byteCount)\r\nConnection: close\r\n"
    }
    return Array((head + "\r\n").utf8)
  }

  /// No foreign code runs in the page, and the page runs in no foreign frame.
  static func guards(host: String?) -> [(name: String, value: String)] {
    // Not every browser counts a WebSocket of the same host to 'self'.
    let live = host.map { " ws://\($0)" } ?? ""
    return [
      (
        "Content-Security-Policy",
        "default-src 'self'; connect-src 'self'\(live); base-uri 'none'; form-action 'none'; "
          + "object-src 'none'; frame-ancestors 'none'"
      ),
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
      ("X-Frame-Options", "DENY"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"), ("Cache-Control", "no-store"),
    ]
  }

  static func == (one: HTTPResponse, other: HTTPResponse) -> Bool {
    one.status == other.status && one.body == other.body
      && one.headers.elementsEqual(other.headers, by: ==)
  }
}
