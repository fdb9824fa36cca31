// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import DSP
import Instrument
import Simulation
import Testing

@testable import Reports

@Suite struct HitTextTests {
  private func line(
    decibels: Float, threshold: Float? = nil, refusal: Refusal? = nil, sound: Int? = 0,
    name: String = "snare"
  ) -> HitLine {
    let decision = Decision(
      frame: 100, sound: sound, confidence: 0.9, velocity: 0.5, peakDecibels: decibels,
      brightnessOctaves: 10)
    var hit = Hit(number: 1, onsetFrame: 48, peakAmplitude: 0.1, first: decision)
    hit.peakAmplitude = Units.amplitude(decibels: decibels)
    (hit.thresholdDecibels, hit.refusal) = (threshold, refusal)
    return HitLine(hit, sounds: [name], sampleRateHz: 48_000)
  }

  @Test("a hit shows the threshold it was compared with, and why it was not answered")
  func text() {
    let soft = line(decibels: -38, threshold: -34, refusal: .tooSoft)
    #expect(HitText(hit: soft).description.hasSuffix("-38.0 dBFS   -34  not answered: too soft"))
    #expect(HitText.measured(soft) == "-38 dB, below the threshold of -34; 1024 Hz")
    let loud = line(decibels: -14, threshold: -34)
    #expect(HitText(hit: loud).description.hasSuffix("-14.0 dBFS   -34"))
    #expect(HitText.measured(loud) == "-14 dB, above the threshold of -34; 1024 Hz")
    let speech = line(decibels: -14, threshold: -34, refusal: .notAStroke, sound: nil)
    #expect(HitText(hit: speech).description.contains("(no stroke)"))
    #expect(HitText.measured(speech) == "-14 dB, not answered: no stroke")
    #expect(HitText(hit: line(decibels: -14)).description.hasSuffix("-14.0 dBFS"))
  }

  @Test("a reason names what was lacking, however little")
  func reasons() {
    #expect(
      HitText.reason(.masked, marginDecibels: 3.6) == "the stroke before still sounded, by 4 dB")
    #expect(
      HitText.reason(.faint, marginDecibels: 0.2) == "too faint to be sure, by less than 1 dB")
    #expect(HitText.reason(.notAStroke) == "no stroke")
    let names = [Refusal.precursor, .masked, .faint, .tooSoft].map {
      HitText.name("kick", refused: $0)
    }
    #expect(names == ["(a touch)", "(a sound)", "(a sound)", "kick"])
  }

  @Test("as JSON the threshold and the refusal are there if there are any")
  func json() {
    let soft = line(decibels: -38, threshold: -34, refusal: .tooSoft).jsonLine
    #expect(soft.contains(#""why":"threshold""#) && soft.contains(#""thresholdDecibels":-34"#))
    #expect(!soft.contains(#""hit":"#), "it has no number")
    let plain = line(decibels: -14).jsonLine
    #expect(!plain.contains("why") && !plain.contains("thresholdDecibels"))
  }

  @Test("the last eight hits are drawn against their thresholds")
  func recent() {
    #expect(RecentHitsText(hits: []).lines == ["no hits yet"])
    let hits = (0..<9).map { line(decibels: -40 + Float($0), threshold: -36) }
    let lines = RecentHitsText(hits: hits).lines
    #expect(lines.count == 8)
    #expect(lines[0].hasSuffix("-39 dB, below the threshold of -36; 1024 Hz"))
    // 16 columns from -60 dBFS on.
    #expect(
      lines[7] == "snare        " + String(repeating: "█", count: 6) + "│"
        + String(repeating: " ", count: 9) + " -32 dB, above the threshold of -36; 1024 Hz")
    let soft = RecentHitsText(hits: [line(decibels: -90, threshold: 0, refusal: .tooSoft)]).lines
    #expect(
      soft == [
        "snare        " + String(repeating: " ", count: 15)
          + "│ -90 dB, below the threshold of 0; 1024 Hz"
      ])
    let long = line(decibels: -9, threshold: -34, name: "the lid of the pot")
    #expect(RecentHitsText(hits: [long]).lines[0].count <= 78)
    #expect(RecentHitsText(hits: [long]).lines[0].hasPrefix("the lid of … "))
  }
}
