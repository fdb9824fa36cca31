// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Profiles
import Testing

@testable import Engine

@Suite struct ToneNoticeTests {
  /// Hearing after 2 s of soft noise with a tone, and ten strokes between.
  static func loudTone(frequencyHz: Double, amplitude: Float) -> (SteadyTone, Float)? {
    var hearing = Profile.general.hearing(sampleRateHz: 48_000)
    for frame in 0..<(48_000 * 8) {
      let tone = amplitude * Float(sin(2 * .pi * frequencyHz * Double(frame) / 48_000))
      let sinceStroke = Float(frame % 24_000) / 48_000
      let stroke = 0.1 * exp(-sinceStroke / 0.01) * sin(2 * .pi * 900 * sinceStroke)
      hearing.process(tone + stroke)
    }
    return hearing.loudTone
  }

  @Test(
    "a tone that is louder than the softest hit is named, with its cure",
    arguments: [
      (50.0, "Hum at 50 Hz is 24 dB over your softest hit.", "run the laptop on its battery"),
      (180, "Hum at 180 Hz is 24 dB over your softest hit.", "run the laptop on its battery"),
      (937, "A steady tone at 937 Hz is 24 dB over your softest hit.", "switch off what makes it"),
    ])
  func named(frequencyHz: Double, beginning: String, cure: String) throws {
    let (tone, over) = try #require(Self.loudTone(frequencyHz: frequencyHz, amplitude: 0.05))
    #expect(abs(tone.decibels + 29) < 1)
    #expect(abs(over - 24) < 6)
    let text = EngineControl.text(tone, overStrokeDecibels: 24)
    #expect(text.hasPrefix(beginning))
    #expect(text.contains(cure))
  }

  @Test("a softer tone is not worth a word")
  func soft() { #expect(Self.loudTone(frequencyHz: 50, amplitude: 0.001) == nil) }
}
