// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import TestSupport
import Testing

@testable import OSC

/// Addresses that match several, as the OSC 1.0 Specification has them.
@Suite struct OSCPatternTests {
  @Test(
    "a pattern matches what its letters say, and no slash",
    arguments: [
      (
        "/flam/strip/?an", ["/flam/strip/pan"],
        ["/flam/strip/an", "/flam/strip/span", "/flam/strip//an"]
      ),
      (
        "/flam/*/gain", ["/flam/strip/gain", "/flam/bus/gain", "/flam//gain"],
        ["/flam/gain", "/flam/a/b/gain"]
      ),
      ("/*", ["/", "/flam"], ["/flam/undo", "flam"]),
      ("/a*b*c", ["/abc", "/aXbYc", "/abbcc"], ["/ab", "/acb", "/abcX"]),
      ("/[a-c]x", ["/ax", "/bx", "/cx"], ["/dx", "/x", "/-x", "//x"]),
      ("/[!a-c]x", ["/dx", "/-x"], ["/ax", "/x", "//x"]),
      ("/[a-]x", ["/ax", "/-x"], ["/bx"]),
      ("/[-a]x", ["/ax", "/-x"], ["/bx"]),
      ("/[a!]x", ["/ax", "/!x"], ["/bx"]),
      ("/[c-a]x", [], ["/ax", "/bx", "/cx"]),
      (
        "/{first,this,that}/{second,etc}", ["/first/second", "/that/etc"],
        ["/first", "/etc/this", "/thi/etc"]
      ),
      ("/{th,this}is", ["/this", "/thisis"], ["/is", "/thiss"]),
      ("/strip/{gain,}", ["/strip/gain", "/strip/"], ["/strip/gai"]),
    ] as [(String, [String], [String])])
  func meaning(pattern: String, meant: [String], others: [String]) throws {
    let read = try OSCPattern(pattern)
    for address in meant { #expect(read.matches(address), "\(address)") }
    for address in others { #expect(!read.matches(address), "\(address)") }
  }

  @Test("an open bracket, or a pattern too long, is a fault")
  func faults() {
    for text in ["/[a", "/{a,b", "/[", "/{", "/" + String(repeating: "*", count: 256)] {
      #expect(throws: OSCFault.self) { try OSCPattern(text) }
    }
  }

  @Test("the longest pattern of stars and words takes less than 50 ms")
  func effort() throws {
    let address = "/" + String(repeating: "a", count: 60)
    for text in ["*", "*a", "{a,aa,aaa}", "?*"] {
      let pattern = try OSCPattern("/" + String(repeating: text, count: 255 / text.utf8.count))
      let seconds = ThreadTime.seconds { for _ in 0..<20 { _ = pattern.matches(address) } }
      #expect(seconds < 1)
    }
  }

  @Test("any letters are a pattern or a fault, and each address matches itself")
  func anything() throws {
    var generator = SeededGenerator(seed: 7)
    let letters = Array("?*[]{},!-/ab")
    func number(below bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
    for _ in 0..<20_000 {
      let text = String((0..<number(below: 13)).map { _ in letters[number(below: letters.count)] })
      _ = try? OSCPattern(text).matches("/ab/ba")
    }
    for address in OSCRequest.addresses { #expect(try OSCPattern(address).matches(address)) }
  }
}
