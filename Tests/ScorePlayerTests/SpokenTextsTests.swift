// SPDX-License-Identifier: GPL-3.0-or-later
@testable import ScorePlayer
import Testing

struct SpokenTextsTests {
  @Test(
    "texts that stand in a score are found, others are not",
    arguments: [
      (#"o:speak "one" o:speak_and_wait("two") o:speak ( 'three' )"#, ["one", "two", "three"]),
      (#"o:speak(word) o:speak("a" .. word) o:speak"#, ["a"]),
      (#"o:speak "one" o:speak "one""#, ["one"]), (#"o:speak "it\"s" o:speak """#, []),
      (#"print "speak""#, []),
    ] as [(String, [String])])
  func texts(score: String, texts: [String]) {
    #expect(SpokenTexts.all(in: score) == texts)
  }
}
