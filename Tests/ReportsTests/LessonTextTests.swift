// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Testing

@testable import Engine
@testable import Reports

@Suite struct LessonTextTests {
  private func text(
    _ lesson: EngineEvent.Lesson, profile: String? = "me", isKeeping: Bool = false
  ) -> String? {
    LessonText.text(lesson, profile: profile, isKeeping: isKeeping)
  }

  private func lesson(isHolding: Bool) -> EngineEvent.Lesson {
    EngineEvent.Lesson(sound: "snare", pad: "snare", isHolding: isHolding)
  }

  @Test("while it plays it shows how to hit and what was taught, not each hit")
  func playing() {
    let lesson = lesson(isHolding: false)
    let asked = lesson.asking(.softly, count: 1)
    #expect(text(lesson) == nil)
    #expect(text(asked) == "now: snare softly, once")
    #expect(text(asked.hearing(1, peakDecibels: -9)) == nil)
    #expect(text(lesson.asking(.freely, count: 2)) == "now: snare as you like, 2 times")
    let taught = text(lesson.taught(hits: 4, hardestDecibels: -9))
    #expect(taught?.hasPrefix("your snare was taught by 4 hits; ") == true)
    #expect(text(lesson.next(.ended)) == nil)
  }

  @Test("two sounds struck at once are asked for by both names")
  func pair() {
    let lesson = EngineEvent.Lesson(sound: "kick+clap", pad: nil, isHolding: true)
    #expect(text(lesson.asking(.hard, count: 3)) == "now: kick and clap together hard, 3 times")
  }

  @Test(
    "its result is reported",
    arguments: [
      ("me", true, "keeps it"), ("me", false, "unless you keep it"), (nil, false, "forgets it"),
    ])
  func fate(profile: String?, isKeeping: Bool, expected: String) {
    let taught = lesson(isHolding: false).taught(hits: 4, hardestDecibels: -9)
    #expect(text(taught, profile: profile, isKeeping: isKeeping)?.contains(expected) == true)
  }

  @Test("if the playing waits, that is reported, and that it goes on")
  func holding() {
    let lesson = lesson(isHolding: true)
    #expect(text(lesson)?.contains("Drums are paused. Esc stops.") == true)
    #expect(text(lesson.next(.nothingHeard))?.contains("I heard no snare") == true)
    let taught = text(lesson.taught(hits: 9, hardestDecibels: -9))
    #expect(taught?.contains("was taught by") == true)
    #expect(text(lesson.next(.ended))?.contains("goes on") == true)
  }

  @Test("the screen shows the remaining steps")
  func prompt() {
    let lesson = lesson(isHolding: false)
    let asked = lesson.asking(.hard, count: 2)
    #expect(LessonText.prompt(asked) == "Lesson: hit snare hard, 2 more")
    #expect(
      LessonText.prompt(asked.hearing(1, peakDecibels: -9)) == "Lesson: hit snare hard, 1 more")
    #expect(LessonText.prompt(lesson.next(.quiet)) != nil)
    #expect(LessonText.prompt(lesson.taught(hits: 4, hardestDecibels: -9)) == nil)
  }

  @Test("a sound's name cannot control the terminal")
  func hostile() {
    let lesson = EngineEvent.Lesson(sound: "a\u{1B}[2J\nb", pad: nil, isHolding: true)
    #expect(text(lesson)?.contains { $0 == "\u{1B}" || $0.isNewline } == false)
  }
}
