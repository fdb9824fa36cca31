// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Testing

@testable import Flam

@Suite struct LessonTextTests {
  private func lesson(hits: Int) -> LessonText {
    var text = LessonText()
    text.begin(EngineEvent.Hearing(frame: 0, sound: "snare", learnHits: hits))
    return text
  }

  @Test("a lesson is over with its last hit that taught the sound asked for, once")
  func end() {
    var text = lesson(hits: 2)
    let told = ["snare", nil, "kick", "snare", "snare"].map {
      text.news(namedSound: $0, profile: "me", isKeeping: false)
    }
    #expect(told.map { $0 != nil } == [false, false, false, true, false])
    #expect(told[3]?.hasPrefix("your snare was taught by 2 hits; ") == true)
  }

  @Test(
    "what becomes of it is told",
    arguments: [
      ("me", true, "keeps it"), ("me", false, "unless you keep it"), (nil, false, "forgets it"),
    ])
  func fate(profile: String?, isKeeping: Bool, expected: String) {
    var text = lesson(hits: 1)
    let told = text.news(namedSound: "snare", profile: profile, isKeeping: isKeeping)
    #expect(told?.contains(expected) == true)
  }

  @Test("another change of hearing is no lesson, and another profile breaks one off")
  func others() {
    var text = LessonText()
    text.begin(EngineEvent.Hearing(frame: 0, sound: "snare", thresholdDecibels: -30))
    #expect(text.news(namedSound: "snare", profile: nil, isKeeping: false) == nil)
    text = lesson(hits: 1)
    text.begin(EngineEvent.Hearing(frame: 9, sound: "snare", learnHits: 0))
    #expect(text.news(namedSound: "snare", profile: nil, isKeeping: false) == nil)
    text = lesson(hits: 1)
    text.breakOff()
    #expect(text.news(namedSound: "snare", profile: nil, isKeeping: false) == nil)
  }
}
