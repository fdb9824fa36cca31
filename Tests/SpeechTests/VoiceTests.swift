// SPDX-License-Identifier: GPL-3.0-or-later
import Speech
import Testing

@Suite(.serialized) struct VoiceTests {
  private func power(_ samples: [Float]) -> Float {
    samples.reduce(0) { $0 + $1 * $1 } / Float(max(1, samples.count))
  }

  @Test(
    "a sentence takes as long as a person takes for it, and is loud enough to be heard",
    arguments: ["en", "de", "fr", "es"])
  func sentence(language: String) throws {
    let voice = try Voice(language: language)
    let samples = voice.samples("Now the snare, softly, twice.")
    let seconds = Double(samples.count) / Double(voice.sampleRateHz)
    #expect((1...4).contains(seconds))
    #expect(power(samples) > 1e-4)
    #expect(samples.allSatisfy { abs($0) <= 1 })
  }

  @Test("languages sound different; a longer text takes longer; no text is silence")
  func differences() throws {
    let english = try Voice(language: "en").samples("once")
    let voice = try Voice(language: "de")
    #expect(voice.samples("once") != english)
    #expect(voice.samples("once once once").count > voice.samples("once").count)
    #expect(power(voice.samples("")) == 0)
  }

  @Test("a text is read literally: nothing in it is markup")
  func markup() throws {
    let voice = try Voice(language: "en")
    #expect(voice.samples("<break time='9s'/> kick").count < 8 * voice.sampleRateHz)
  }

  @Test("there is no voice for a language that does not exist")
  func unknownLanguage() {
    #expect(throws: Voice.Lack.noLanguage) { try Voice(language: "xx-nowhere") }
  }
}
