// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Testing

@testable import Reports

@Suite struct RefusalTallyTests {
  private static func text(_ refusals: [Refusal?], margin: Float? = nil) -> String? {
    var tally = RefusalTally()
    for refusal in refusals {
      let decision = Decision(
        frame: 100, sound: 0, confidence: 0.9, velocity: 0.5, peakDecibels: -40,
        brightnessOctaves: 10)
      var hit = Hit(number: 1, onsetFrame: 48, peakAmplitude: 0.1, first: decision)
      (hit.refusal, hit.marginDecibels) = (refusal, margin)
      tally.add(HitLine(hit, sounds: ["snare"], sampleRateHz: 48_000))
    }
    return tally.text(HearingControls())
  }

  @Test("if most sounds are refused for one reason, it is named with its cure")
  func most() {
    let soft = [Refusal?](repeating: .tooSoft, count: 5)
    #expect(
      Self.text(soft + [nil, nil, .faint], margin: 4)
        == "5 of 8 sounds were not answered: too soft. Raise the sensitivity: --sensitivity 60")
    #expect(Self.text(soft + [nil, nil, nil, nil, nil], margin: 4) == nil, "half is not most")
    #expect(Self.text(soft + [nil, nil], margin: 4) == nil, "seven show no habit")
    let noise = [Refusal?](repeating: .notAStroke, count: 9)
    #expect(
      Self.text(noise)
        == "9 of 9 sounds were not answered: no stroke. "
        + "If it was you, let more doubtful hits through: --strictness open")
  }
}
