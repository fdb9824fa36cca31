// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@testable import Web

@Suite struct PageAccessTests {
  private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
  private static let token = PageToken()
  private let access = PageAccess(port: 3526, token: token)

  private func request(
    _ path: String, _ headers: [String: String] = [:], method: String = "GET"
  ) throws -> HTTPRequest {
    let all = ["Host": "localhost:3526", "Cookie": "flam-3526=\(Self.token.text)"]
      .merging(headers) { $1 }
    let lines = all.map { "\($0.key): \($0.value)" }
    return try #require(
      HTTPRequest(head: (["\(method) \(path) HTTP/1.1"] + lines).joined(separator: "\r\n").utf8))
  }

  private func live(_ headers: [String: String] = [:]) throws -> HTTPRequest {
    try request(
      "/live",
      [
        "Origin": "http://localhost:3526", "Upgrade": "websocket", "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": Self.key,
      ].merging(headers) { $1 })
  }

  private func status(
    _ request: HTTPRequest, at address: String = "127.0.0.1", _ access: PageAccess? = nil
  ) -> HTTPResponse.Status {
    switch (access ?? self.access).verdict(on: request, at: address) {
    case .answer(let answer), .live(let answer): answer.status
    case .download: .done
    }
  }

  @Test("files are served under the addresses of this machine")
  func files() throws {
    for file in PageFile.all { #expect(try status(request(file.path)) == .done) }
    #expect(try status(request("/", ["Host": "127.0.0.1:3526"])) == .done)
    #expect(try status(request("/", ["Host": "[::1]:3526"]), at: "::1") == .done)
    #expect(try status(request("/", ["Host": "LOCALHOST:3526"])) == .done)
    #expect(try status(request("/../etc/passwd")) == .missing)
    #expect(try status(request("/", method: "POST")) == .wrongMethod)
  }

  @Test(
    "a foreign host is refused: DNS rebinding",
    arguments: [
      "evil.example:3526", "localhost", "localhost:80", "127.0.0.1.evil.example:3526",
      "192.168.1.4:3526", "localhost:3526.", "[::1]:3526", "",
    ])
  func foreignHost(host: String) throws {
    #expect(try status(request("/", ["Host": host])) == .forbidden)
    #expect(try status(live(["Host": host, "Origin": "http://\(host)"])) == .forbidden)
  }

  @Test(
    "a foreign origin is refused",
    arguments: [
      "http://evil.example", "https://localhost:3526", "http://localhost", "null",
      "http://127.0.0.1:3526", "http://localhost:3526.evil.example",
    ])
  func foreignOrigin(origin: String) throws {
    #expect(try status(live(["Origin": origin])) == .forbidden)
    #expect(try status(request("/", ["Origin": origin])) == .forbidden)
  }

  @Test("a WebSocket is greeted as RFC 6455 says, and only if all of its greeting is there")
  func greeting() throws {
    guard case .live(let answer) = access.verdict(on: try live(), at: "127.0.0.1") else {
      Issue.record("no WebSocket")
      return
    }
    #expect(
      answer.headers.contains { $0 == ("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") })
    #expect(try status(request("/live")) == .malformed)
    for missing in [
      "Upgrade": "h2c", "Connection": "close", "Sec-WebSocket-Version": "8",
      "Sec-WebSocket-Key": "short",
    ] {
      #expect(try status(live([missing.key: missing.value])) == .malformed, "\(missing)")
    }
    let noOrigin = try request(
      "/live",
      [
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": Self.key,
      ])
    #expect(status(noOrigin) == .malformed)
  }

  @Test("nothing is sent without the token, which leaves the address at once")
  func entering() throws {
    let token = PageToken()
    let access = PageAccess(port: 3526, token: token)
    let wrong = String(token.text.dropLast()) + (token.text.hasSuffix("0") ? "1" : "0")
    let cookie = ["Cookie": "flam-3526=\(token.text)"]
    #expect(token.text.count == 32 && token.text != PageToken().text)
    for path in ["/", "/app.js", "/?token=", "/?token=\(wrong)", "/app.js?token=\(token.text)"] {
      #expect(try status(request(path), access) == .forbidden, "\(path)")
    }
    #expect(try status(live(), access) == .forbidden)
    #expect(try status(live(["Cookie": "flam-3526=\(wrong)"]), access) == .forbidden)
    guard
      case .answer(let entered) = access.verdict(
        on: try request("/?token=\(token.text)"), at: "127.0.0.1")
    else {
      Issue.record("no answer")
      return
    }
    #expect(entered.status == .elsewhere && entered.headers.contains { $0 == ("Location", "/") })
    #expect(
      entered.headers.contains {
        $0.name == "Set-Cookie" && $0.value.hasPrefix("flam-3526=\(token.text);")
          && $0.value.contains("HttpOnly") && $0.value.contains("SameSite")
      })
    #expect(try status(request("/", cookie), access) == .done)
    #expect(try status(live(cookie), access) == .switching)
    #expect(
      try status(
        request("/", ["Host": "192.168.1.4:3526"].merging(cookie) { $1 }), at: "192.168.1.4", access
      )
        == .done)
  }

  @Test("the token stays the same from one start to the next, for its owner alone")
  func kept() throws {
    let folder = TemporaryFolder()
    let file = folder.path + "/state/page-token"
    let token = PageToken.kept(in: folder.path + "/state")
    #expect(PageToken.kept(in: folder.path + "/state").text == token.text)
    #expect(
      try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    // Whoever could read it, or wrote it, may know it.
    for damage in ["", "short", String(repeating: "x", count: 32), token.text + token.text] {
      try FileManager.default.removeItem(atPath: file)
      #expect(
        FileManager.default.createFile(
          atPath: file, contents: Data(damage.utf8), attributes: [.posixPermissions: 0o600]))
      let new = PageToken.kept(in: folder.path + "/state").text
      #expect(
        new.count == 32 && new != String(damage.prefix(32)) && new != token.text, "'\(damage)'")
    }
    let mended = PageToken.kept(in: folder.path + "/state").text
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    let renewed = PageToken.kept(in: folder.path + "/state").text
    #expect(renewed != mended && renewed == PageToken.kept(in: folder.path + "/state").text)
    #expect(PageToken.kept(in: "/proc/none").text != PageToken.kept(in: "/proc/none").text)
  }

  private func status(_ request: HTTPRequest, _ access: PageAccess) -> HTTPResponse.Status {
    status(request, at: "127.0.0.1", access)
  }

  @Test("every answer keeps browsers from running, guessing, framing, sharing and keeping")
  func guards() throws {
    let answers = [
      HTTPResponse(.forbidden, text: "no").bytes(host: nil),
      HTTPResponse(.done, headers: [], body: [65]).bytes(host: "localhost:3526"),
    ]
    for bytes in answers {
      let text = String(decoding: bytes, as: UTF8.self)
      for guarded in [
        "Content-Security-Policy: default-src 'self'", "frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
        "Cache-Control: no-store",
        "Cross-Origin-Resource-Policy: same-origin",
      ] {
        #expect(text.contains(guarded), "\(guarded)")
      }
      #expect(!text.contains("unsafe-inline") && !text.contains("Access-Control"))
    }
  }

  @Test("the page is light, names each part once, runs nothing inline and asks no other server")
  func weight() throws {
    #expect(PageFile.weight < 200_000)
    for file in PageFile.all {
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(!text.contains("https://") && !text.contains("innerHTML"), "\(file.path)")
      #expect(!text.contains("style=\"") && !text.contains("onclick=") && !text.contains("eval("))
    }
    // Its scripts come without indentation, so that no text may go on in another line.
    for file in PageFile.all where file.type.contains("javascript") {
      for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
        #expect(!line.hasPrefix(" ") && line.count { $0 == "`" }.isMultiple(of: 2), "\(line)")
        #expect(!line.hasSuffix("\\"), "\(line)")
      }
    }
    let markup = try #require(PageFile.at("/").map { String(decoding: $0.bytes, as: UTF8.self) })
    let identities = markup.matches(of: /id="([^"]+)"/).map { String($0.1) }
    #expect(identities.count > 100 && Set(identities).count == identities.count)
    for part in markup.components(separatedBy: "<script").dropFirst() {
      #expect(part.contains("src=\"app.js\"></script>"))
    }
  }
}
