// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Testing

@testable import Profiles

@Suite struct HitLineTests {
  private func hit(sound: Int?, learning: HitLearning? = nil) -> Hit {
    let decision = Decision(
      frame: 100, sound: sound, confidence: 0.9, velocity: 0.5, peakDecibels: -14,
      brightnessOctaves: 10)
    var hit = Hit(number: 1, onsetFrame: 48, peakAmplitude: 0.2, first: decision)
    hit.learning = learning
    return hit
  }

  private func line(_ hit: Hit) -> HitLine {
    HitLine(hit, sounds: ["kick", "snare"], sampleRateHz: 48_000)
  }

  @Test("a hit shows whether it taught, if anything is learned")
  func taught() {
    let learning = HitLearning(
      wasKnownBefore: false, wasKnownNow: true, taught: true, isUnsure: false)
    let taught = line(hit(sound: 1, learning: learning))
    #expect(taught.jsonLine.contains(#""taught":true"#))
    #expect(taught.learned?.sound == 1 && taught.learned?.wasKnownBefore == false)
    #expect(taught.namedSound == nil)
    #expect(!line(hit(sound: 1)).jsonLine.contains("taught"))
    #expect(line(hit(sound: nil, learning: learning)).learned == nil)
    let named = HitLearning(
      wasKnownBefore: false, wasKnownNow: true, taught: true, isUnsure: false, namedSound: 0)
    #expect(line(hit(sound: 1, learning: named)).namedSound == "kick")
  }

  @Test(
    "why a hit was not answered is one word, without a sound, and is read back, also by its earlier name",
    arguments: [
      (Refusal.tooSoft, "threshold"), (.unknownSound, "unknown"), (.notAStroke, "noise"),
      (.precursor, "precursor"), (.masked, "masked"), (.faint, "doubt"),
    ])
  func why(refusal: Refusal, word: String) throws {
    var refused = hit(sound: 1)
    refused.refusal = refusal
    let text = line(refused).jsonLine
    #expect(text.contains(#""why":"\#(word)""#) && text.contains(#""sound":null,"#))
    let earlier = text.replacing(
      #""why":"\#(word)""#, with: #""refused":"\#(refusal.rawValue)""#)
    #expect(earlier != text)
    for text in [text, earlier] {
      let read = try JSONDecoder().decode(HitLine.self, from: Data(text.utf8))
      #expect(read.refused == refusal && read.sound == nil)
    }
    #expect(!line(hit(sound: 1)).jsonLine.contains("why"))
  }
}
