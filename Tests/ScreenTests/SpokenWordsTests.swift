// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Testing

@testable import Engine
@testable import Screen

@Suite struct SpokenWordsTests {
  private let steps: [LiveLearner.Event] = [
    .quiet(seconds: 2), .hitHard(count: 3), .countIn(label: "rim", seconds: 2),
    .countIn(label: "rim", seconds: 1),
    .tap(label: "rim", .softly, count: 1), .tap(label: "rim", .hard, count: 2),
    .tap(label: "rim", .freely, count: 4), .nothingHeard(label: "rim"),
  ]

  @Test("the locale decides, the first variable that is set; English is for all others")
  func locale() {
    func language(_ environment: [String: String]) -> String {
      SpokenWords.words(for: environment).language
    }
    #expect(language(["LANG": "de_AT.UTF-8"]) == "de")
    #expect(language(["LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR"]) == "fr")
    #expect(language(["LANG": "es_ES.UTF-8", "LC_ALL": ""]) == "es")
    #expect(language(["LANG": "ja_JP.UTF-8"]) == "en")
    #expect(language([:]) == "en")
  }

  @Test("each step says what to do, with the sound's name and how often")
  func english() {
    #expect(
      steps.map { SpokenWords.english.text(.step($0)) } == [
        "Quiet, please.", "Hit hard, 3 times.", "Next: rim.", nil, "Softly, once.",
        "Now hard, twice.", "As you like, 4 times.", "I heard none. Again.",
      ])
  }

  @Test("of two sounds struck at once both are named, in each language")
  func pair() {
    let step = LiveLearner.Event.countIn(label: "rim+clap", seconds: 2)
    #expect(
      SpokenWords.all.map { $0.text(.step(step)) } == [
        "Next: rim and clap together.", "Als Nächstes: rim und clap zusammen.",
        "Ensuite : rim et clap ensemble.", "Ahora viene: rim y clap a la vez.",
      ])
  }

  @Test("a step that asks nothing of the player is not said")
  func silent() {
    for event in [
      LiveLearner.Event.heard(count: 1, peakDecibels: -9),
      .taught(label: "rim", hits: 3, softestDecibels: -30, hardestDecibels: -9),
    ] {
      #expect(SpokenWords.english.text(.step(event)) == nil)
    }
  }

  @Test("a lesson while it plays is spoken as one before it")
  func playing() {
    var lesson = HeldLesson(sound: "rim", pad: nil)
    for step in steps {
      lesson.take(step)
      let said = SpokenWords.english.text(lesson.reported)
      #expect(said == SpokenWords.english.text(.step(step)))
    }
    lesson.take(.heard(count: 1, peakDecibels: -9))
    #expect(SpokenWords.english.text(lesson.reported) == nil)
  }

  @Test("all languages say all of it, each in words of its own, with nothing left to fill in")
  func complete() throws {
    var said: Set<String> = []
    for words in SpokenWords.all {
      // A count-in only names the sound.
      let reported = steps.filter { if case .countIn(_, 1) = $0 { false } else { true } }
      for message in reported.map(LiveLesson.Message.step) {
        let text = try #require(words.text(message))
        #expect(!text.contains("{") && text.count > 5)
        #expect(said.insert(text).inserted)
      }
    }
    #expect(said.count == 7 * SpokenWords.all.count)
  }
}
