// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Foundation
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Web

/// Attacks by strangers and hostile pages; the player notices nothing.
@Suite(.simulated) struct PageAttackTests {
  private static let head = "GET / HTTP/1.1\r\nHost: localhost:PORT\r\n"

  private func isServed(_ shown: ShownPage) -> Bool {
    PageCaller.status(
      port: shown.port,
      Self.head.replacing("PORT", with: "\(shown.port)") + shown.cookie + "\r\n") == 200
  }

  /// Plays during an attack: before, meanwhile and after.
  private func playing(_ shown: ShownPage, _ attempt: () throws -> Void) throws {
    try shown.engine.start()
    let page = try #require(shown.page())
    _ = try #require(page.message("state"))
    let before = shown.engine.snapshot.frame
    try attempt()
    #expect(eventually { shown.engine.snapshot.frame > before })
    #expect(shown.engine.isRunning)
    page.say(#"{"command":"note.on","pad":"snare","velocity":1}"#)
    #expect(page.message("note")?["pad"] as? String == "snare")
    #expect(isServed(shown))
    shown.engine.stop()
    shown.server.stop()
  }

  @Test("foreign hosts and origins, other methods and bodies are refused")
  func foreign() throws {
    let shown = try ShownPage()
    try playing(shown) {
      func status(_ lines: String...) -> Int {
        PageCaller.status(
          port: shown.port,
          lines.map { $0.replacing("PORT", with: "\(shown.port)") + "\r\n" }.joined()
            + shown.cookie + "\r\n")
      }
      #expect(status("GET / HTTP/1.1", "Host: evil.example:PORT") == 403)
      #expect(
        status("GET / HTTP/1.1", "Host: localhost:PORT", "Origin: http://evil.example") == 403)
      #expect(status("POST / HTTP/1.1", "Host: localhost:PORT") == 405)
      #expect(status("OPTIONS / HTTP/1.1", "Host: localhost:PORT") == 405)
      #expect(status("GET / HTTP/1.1", "Host: localhost:PORT", "Content-Length: 9") == 400)
      #expect(status("GET /%2e%2e/etc/passwd HTTP/1.1", "Host: localhost:PORT") == 404)
      #expect(shown.page(origin: "http://evil.example") == nil)
      #expect(shown.page(origin: "null") == nil)
      let long = String(repeating: "a", count: 9000)
      #expect(status("GET /\(long) HTTP/1.1", "Host: localhost:PORT") == 431)
    }
  }

  @Test("frames that are too large, malformed or too many close their page alone")
  func frames() throws {
    let shown = try ShownPage()
    try playing(shown) {
      func closing(_ bytes: [UInt8]) -> Int? {
        let page = shown.page()
        page?.send(bytes)
        return page?.closing()
      }
      func text(_ json: String) -> [UInt8] { PageCaller.masked(0x81, Array(json.utf8)) }
      #expect(closing([0x81, 0xFF, 0x7F, 255, 255, 255, 255, 255, 255, 255]) == 1009)
      #expect(closing([0x81, 0xFE, 0xFF, 0xFF]) == 1009)
      #expect(closing([0x81, 0x05, 1, 2, 3, 4, 5]) == 1002)
      #expect(closing(PageCaller.masked(0x82, [1, 2])) == 1003)
      #expect(closing(text("no JSON")) == 1003)
      #expect(closing(text(String(repeating: "[", count: 4000))) == 1003)
      #expect(closing(text(#"{"command":"unheard of"}"#)) == 1003)
      let ping = PageCaller.masked(0x89, [])
      #expect(closing((0..<2000).flatMap { _ in ping }) == 1008)
    }
  }

  @Test("slow requests keep no page out", .slow)
  func slowLoris() throws {
    let shown = try ShownPage()
    try playing(shown) {
      let slow = (0..<100).compactMap { _ in PageCaller(port: shown.port) }
      for caller in slow { caller.send("GET / HT") }
      #expect(isServed(shown))
      for caller in slow { #expect(caller.isHungUpOn) }
    }
  }

  @Test("a request that comes byte by byte ends after its time, however steadily it comes", .slow)
  func trickle() throws {
    let shown = try ShownPage()
    try playing(shown) {
      let caller = try #require(PageCaller(port: shown.port))
      let later = try #require(PageCaller(port: shown.port))
      // A header that never ends, ten bytes a second.
      #expect(eventually(lookingEachMicroseconds: 100_000) { !caller.send("x") })
      #expect(later.isHungUpOn)
    }
  }

  @Test("a page that sends parts of a message for ever, or reads nothing, loses its place", .slow)
  func stuckPages() throws {
    let shown = try ShownPage()
    try shown.engine.start()
    let (trickling, reading) = (try #require(shown.page()), try #require(shown.page()))
    let deaf = try #require(shown.page())
    // The first bytes of a text of 125 bytes, then one a second.
    trickling.send(
      PageCaller.masked(0x81, Array(repeating: 65, count: 125)).dropLast(120).map(\.self))
    let areGone = eventually(lookingEachMicroseconds: 1_000_000) {
      trickling.send([1])
      // A page that sends whole messages, and never reads.
      deaf.say(#"{"ask":"choices"}"#)
      // Answers to pings are only more of that text, too.
      for page in [trickling, reading] { while page.hasBytes, page.frame() != nil {} }
      return shown.server.pageCount == 1
    }
    #expect(areGone)
    reading.say(#"{"command":"note.on","pad":"snare","velocity":1}"#)
    #expect(reading.message("note")?["pad"] as? String == "snare")
    shown.engine.stop()
    shown.server.stop()
  }

  @Test("a thousand connections keep no page out, and 32 pages are enough", .slow)
  func connections() throws {
    let shown = try ShownPage()
    try playing(shown) {
      var callers: [PageCaller] = []
      for _ in 0..<1000 {
        guard let caller = PageCaller(port: shown.port) else { break }
        callers.append(caller)
      }
      #expect(isServed(shown))
      callers.removeAll()
      let pages = (0..<40).compactMap { _ in shown.page() }
      #expect(pages.count == PageLimits.pages - 1)
    }
  }

  @Test("malformed requests and frames, sent for 8 s, end in nothing", .slow)
  func malformed() throws {
    let shown = try ShownPage()
    try playing(shown) {
      var generator = SeededGenerator(seed: 17)
      func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      }
      let end = MonotonicClock.now + .seconds(8)
      var tried = 0
      while tried < 100_000, MonotonicClock.now < end {
        if tried % 100 < 10 {
          guard let caller = PageCaller(port: shown.port) else { continue }
          let cut = Int(generator.next() % 40)
          caller.send(Array(Self.head.utf8.prefix(cut)) + bytes(30) + HTTPRequest.end)
          tried += 1
        } else if let page = shown.page() {
          // As many as one connection takes before it is closed.
          for _ in 0..<100 {
            tried += 1
            let first = generator.next() % 4 == 0 ? bytes(1)[0] : 0x81
            let frame = PageCaller.masked(first, bytes(Int(generator.next() % 50)))
            guard page.send(frame) else { break }
          }
        }
      }
      #expect(tried > 10_000, "few were sent")
    }
  }

  @Test("names from others are text: they cross as JSON, and the page only ever sets text")
  func names() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    let page = try #require(shown.page())
    let choices = try #require(page.message("choices"))
    #expect((choices["profiles"] as? [String])?.contains("<script>alert(1)</script>") == true)
    for file in PageFile.all where file.path.hasSuffix(".js") {
      let text = String(decoding: file.bytes, as: UTF8.self)
      for hole in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "DOMParser"] {
        #expect(!text.contains(hole), "\(hole)")
      }
    }
  }
}
