// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
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

  @Test(
    "once another door has ended the lesson of a page, another page may teach",
    arguments: [false, true])
  func endedElsewhere(byProfile: Bool) throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let (first, second) = (try #require(shown.page()), try #require(shown.page()))
    let sounds = try #require(shown.engine.state.profile?.sounds)
    #expect(try problem(first, sounds[0], hits: 6) == nil)
    #expect(try problem(second, sounds[1], hits: 6) != nil)
    try shown.engine.perform(
      byProfile
        ? .profile(EngineCommand.Profile(name: "general"))
        : .hearing(EngineCommand.Hearing(sound: sounds[0], learnHits: 0)))
    #expect(
      try eventually {
        let sound = try #require(shown.engine.state.profile?.sounds.last)
        return try problem(second, sound, hits: 6) == nil
      })
    #expect(first.say(#"{"ask":"choices"}"#), "the first one is still open")
    shown.engine.stop()
  }

  @Test("a page that closes does not end a lesson that another door has begun since")
  func replaced() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let events = shown.engine.events.subscribe(capacity: 4096)
    let sounds = try #require(shown.engine.state.profile?.sounds)
    var begun = 0
    func begins(_ count: Int) -> Bool {
      eventually {
        for case .lesson(let lesson) in events.take().events where lesson.step == .begun {
          begun += 1
        }
        return begun >= count
      }
    }
    do {
      let first = try #require(shown.page())
      #expect(try problem(first, sounds[0], hits: 6) == nil)
      #expect(begins(1))
      try shown.engine.perform(.hearing(EngineCommand.Hearing(sound: sounds[0], learnHits: 8)))
      #expect(begins(2))
      #expect(first.say(#"{"ask":"choices"}"#), "it is still open")
    }
    #expect(eventually { shown.server.pageCount == 0 })
    try shown.engine.perform(.hearing(EngineCommand.Hearing(sensitivity: 60)))
    var (isOver, ends) = (false, 0)
    #expect(
      eventually {
        for case .hearing(let change) in events.take().events {
          if change.learnHits == 0 { ends += 1 }
          if change.sensitivity != nil { isOver = true }
        }
        return isOver
      })
    #expect(ends == 0)
    shown.engine.stop()
  }

  @Test("the end of a lesson without its sound is refused by what is wrong with it")
  func nameless() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let (first, second) = (try #require(shown.page()), try #require(shown.page()))
    let sounds = try #require(shown.engine.state.profile?.sounds)
    #expect(try problem(first, sounds[0], hits: 6) == nil)
    second.say(#"{"command":"hearing","learnHits":0}"#)
    let reply = try #require(second.message("reply"))
    let reason = try #require(reply["problem"] as? String)
    #expect(reason.hasPrefix("cannot change how you are heard: a change is one of"))
    #expect(try problem(second, sounds[1], hits: 6) != nil, "the first one teaches on")
    #expect(try problem(first, sounds[0], hits: 0) == nil)
    shown.engine.stop()
  }
}
