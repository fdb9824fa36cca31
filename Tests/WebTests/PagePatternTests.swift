// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Simulation
import TestSupport
import Testing

@testable import Web

/// Grooves on a page.
@Suite(.simulated) struct PagePatternTests {
  private static func pattern(_ page: PageCaller, _ isWanted: ([String: Any]) -> Bool) -> Bool {
    while let state = page.message("state") {
      if let pattern = state["pattern"] as? [String: Any], isWanted(pattern) { return true }
    }
    return false
  }

  @Test("a page gets the names of the grooves, plays one, sees its bars, and reads no other file")
  func grooves() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let page = try #require(shown.page())
    #expect(page.message("choices")?["patterns"] as? [String] == Grooves.names)
    for path in ["/etc/passwd", "../grooves/rock", "rock.txt", ""] {
      page.say("{\"command\":\"pattern.load\",\"path\":\"\(path)\"}")
      let problem = page.message("reply")?["problem"] as? String
      #expect(problem?.contains("none of that name") == true, "\(path): \(problem ?? "")")
    }
    #expect(shown.engine.state.pattern == nil)
    page.say(#"{"command":"pattern.load","path":"samba"}"#)
    page.say(#"{"command":"pattern.start"}"#)
    #expect(
      Self.pattern(page) { pattern in
        pattern["name"] as? String == "samba" && pattern["isPlaying"] as? Bool == true
          && pattern["bar"] as? Int == 2
      })
    page.say(#"{"command":"pattern.stop"}"#)
    #expect(Self.pattern(page) { $0["isPlaying"] as? Bool == false && $0["bar"] == nil })
    shown.engine.stop()
  }
}
