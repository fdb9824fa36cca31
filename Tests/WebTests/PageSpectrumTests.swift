// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import TestSupport
import Testing

@testable import Web

/// How the output sounds, on a page.
@Suite(.simulated) struct PageSpectrumTests {
  @Test("a page asks how the output sounds: silence first, then the bands of a drum")
  func spectrum() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let page = try #require(shown.page())
    func asked(_ ref: Int) -> [String: Any]? {
      page.say(#"{"ask":"spectrum","ref":\#(ref)}"#)
      var reply = page.message("reply")
      while reply != nil, reply?["ref"] as? Int != ref { reply = page.message("reply") }
      return reply?["result"] as? [String: Any]
    }
    let silence = try #require(asked(1))
    #expect(silence["strongest"] == nil && silence["correlation"] == nil)
    let bands = try #require(silence["bands"] as? [[String: Any]])
    #expect(bands.count == 30 && bands.allSatisfy { $0["decibels"] == nil })
    #expect(bands[1]["hertz"] as? Double == 31.5)
    page.say(#"{"command":"note.on","pad":"kick","velocity":1}"#)
    var ref = 1
    var sound: [String: Any]?
    let isHeard = eventually(lookingEachMicroseconds: 50_000) {
      ref += 1
      sound = asked(ref)
      return sound?["strongest"] != nil
    }
    #expect(isHeard)
    let tone = try #require(sound?["strongest"] as? [String: Any])
    #expect((20...20_000).contains(try #require(tone["hertz"] as? Double)))
    #expect((-1...1).contains(try #require(sound?["correlation"] as? Double)))
    shown.engine.stop()
  }
}
