// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Web

/// Two pages and one lesson.
@Suite(.simulated) struct LessonLeadTests {
  private func problem(_ page: PageCaller, _ sound: String, hits: Int) throws -> String? {
    page.say("{\"command\":\"hearing\",\"sound\":\"\(sound)\",\"learnHits\":\(hits)}")
    return try #require(page.message("reply"))["problem"] as? String
  }

  @Test("while one page teaches, the other is refused with a reason; then it may teach")
  func leads() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let (first, second) = (try #require(shown.page()), try #require(shown.page()))
    let sounds = try #require(shown.engine.state.profile?.sounds)
    #expect(try problem(first, sounds[0], hits: 6) == nil)
    for hits in [6, 0] {
      #expect(
        try problem(second, sounds[1], hits: hits)
          == "cannot teach the sound '\(sounds[1])': another page teaches '\(sounds[0])'; "
          + "wait until that is over, or stop it there")
    }
    second.say(#"{"ask":"teach","sound":"new"}"#)
    #expect(
      (try #require(second.message("reply"))["problem"] as? String)?
        .contains("another page teaches '\(sounds[0])'") == true)
    #expect(try problem(first, sounds[1], hits: 6) == nil, "the one that leads may go on")
    #expect(try problem(first, sounds[1], hits: 0) == nil)
    #expect(try problem(second, sounds[0], hits: 6) == nil)
    shown.engine.stop()
  }

  @Test("a page that is closed leads no more")
  func closed() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let sounds = try #require(shown.engine.state.profile?.sounds)
    do {
      let first = try #require(shown.page())
      #expect(try problem(first, sounds[0], hits: 6) == nil)
    }
    let second = try #require(shown.page())
    #expect(try eventually { try problem(second, sounds[1], hits: 6) == nil })
    shown.engine.stop()
  }
}
