// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Web

@Suite struct HTTPRequestTests {
  private func read(_ lines: String...) -> HTTPRequest? {
    HTTPRequest(head: lines.joined(separator: "\r\n").utf8)
  }

  @Test("a request of a browser is read: path, query, headers in any case, cookies")
  func whole() throws {
    let request = try #require(
      read(
        "GET /live?token=ab HTTP/1.1", "Host: localhost:3526", "Cookie: a=1; flam-3526=cd",
        "Connection: keep-alive, Upgrade", "UPGRADE: WebSocket", "Sec-WebSocket-Version: 13"))
    #expect(request.method == "GET" && request.path == "/live" && request.query == "token=ab")
    #expect(request.headers["host"] == "localhost:3526")
    #expect(request.cookie("flam-3526") == "cd" && request.cookie("flam") == nil)
    #expect(request.asksForSocket)
  }

  @Test(
    "an uncertain request is refused",
    arguments: [
      "", "GET", "GET / HTTP/1.0\r\nHost: a", "GET / HTTP/1.1 \r\nHost: a",
      "GET  / HTTP/1.1\r\nHost: a", "get / HTTP/1.1\r\nHost: a", "GET a HTTP/1.1\r\nHost: a",
      "GET http://a/ HTTP/1.1\r\nHost: a", "GET / HTTP/1.1\nHost: a",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b", "GET / HTTP/1.1\r\nHost : a",
      "GET / HTTP/1.1\r\n Host: a", "GET / HTTP/1.1\r\nHost",
      "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5",
      "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked",
      "GET / HTTP/1.1\r\nHost: a\u{0}b", "GET /ä HTTP/1.1\r\nHost: a",
    ])
  func malformed(text: String) { #expect(HTTPRequest(head: text.utf8) == nil) }
}
