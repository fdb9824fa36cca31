// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Simulation
import TestSupport
import Testing

@testable import Web

/// Layers of the loop on a page.
@Suite(.simulated) struct PageLoopTests {
  private static func notes(_ message: [String: Any]?) -> [(pad: String, beat: Double)]? {
    (message?["notes"] as? [[String: Any]])?.compactMap { note in
      guard let pad = note["pad"] as? String, let beat = note["beat"] as? Double else { return nil }
      return (pad, beat)
    }
  }

  /// The place of a kick alone in the next layer that has it there; nil if none comes.
  private static func lane(_ page: PageCaller, atBeat beat: Double) -> Int? {
    while let message = page.message("loop.layer") {
      guard let notes = notes(message), notes.map(\.pad) == ["kick"], notes[0].beat == beat else {
        continue
      }
      return message["number"] as? Int
    }
    return nil
  }

  @Test(
    "a page gets a layer's notes when they change, moves it, and one that joins later has them, too"
  )
  func layers() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let page = try #require(shown.page())
    page.say(#"{"command":"loop.arm","beatsPerMinute":240,"bars":1}"#)
    #expect(eventually { shown.engine.state.loop?.stage == .armed })
    page.say(#"{"command":"note.on","pad":"kick","velocity":0.5,"source":"page"}"#)
    #expect(Self.lane(page, atBeat: 0) == 1)
    page.say(#"{"command":"loop.overdub","isOn":false}"#)
    page.say(#"{"command":"loop.move","layer":1,"beats":-0.5}"#)
    #expect(Self.lane(page, atBeat: 3.5) == 1)
    let later = try #require(shown.page())
    #expect(Self.lane(later, atBeat: 3.5) == 1)
    page.say(#"{"command":"loop.lock","isOn":true}"#)
    page.say(#"{"command":"loop.move","layer":1,"beats":1,"ref":6}"#)
    var reply = page.message("reply")
    while reply != nil, reply?["ref"] as? Int != 6 { reply = page.message("reply") }
    #expect((reply?["problem"] as? String)?.contains("locked") == true)
    shown.engine.stop()
  }
}
