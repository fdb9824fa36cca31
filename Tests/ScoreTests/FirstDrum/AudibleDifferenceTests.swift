// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Testing

@testable import flam_score

@Suite struct AudibleDifferenceTests {
  private static let lead = 480

  /// A decaying tone that begins after 10 ms and so many frames.
  private static func tone(
    _ hertz: Float, amplitude: Float = 0.2, later frames: Int = 0
  ) -> [Float] {
    (0..<7 * lead).map { frame in
      let time = Float(frame - lead - frames) / 48_000
      return time < 0 ? 0 : amplitude * exp(-time / 0.05) * sin(2 * .pi * hertz * time)
    }
  }

  private static func difference(_ sound: [Float], _ wanted: [Float]) -> AudibleDifference {
    AudibleDifference(of: Excitation(sound), from: Excitation(wanted), leadMilliseconds: 10)
  }

  @Test("the same sound does not differ, nor does it up to 6 ms later")
  func same() {
    let tone = Self.tone(500)
    #expect(Self.difference(tone, tone).percent == 0)
    #expect(Self.difference(Self.tone(500, later: 144), tone).percent < 0.1)
    #expect(Self.difference(Self.tone(500, later: 480), tone).percent > 5)
  }

  @Test("a tone excites the band of its frequency most, and loudness grows by 0.23 of its power")
  func bands() {
    for hertz in [200, 1000, 5000] as [Float] {
      let bands = Excitation(Self.tone(hertz)).bands
      let highest = bands.indices.max { bands[$0][30] < bands[$1][30] } ?? 0
      func erbs(_ hertz: Double) -> Double { 21.4 * log10(1 + 0.00437 * hertz) }
      let nearest = (erbs(Double(hertz)) - erbs(60)) / (erbs(15_000) - erbs(60)) * 29
      #expect(abs(Double(highest) - nearest) <= 1, "\(hertz)")
      let louder = Excitation(Self.tone(hertz, amplitude: 0.4)).loudness[30]
      let ratio = louder / Excitation(Self.tone(hertz)).loudness[30]
      #expect(ratio > 1.3 && ratio < 1.5, "\(hertz)")  // 4 to the power of 0.23 is 1.38
    }
  }

  @Test("silence is at the threshold of hearing: it is not loud")
  func silence() {
    #expect(Excitation([Float](repeating: 0, count: 960)).loudness.allSatisfy { abs($0) < 1e-9 })
  }

  @Test(
    "a short foreign sound is the less audible, the softer it is; a strong one near it masks it")
  func masking() {
    let wanted = Self.tone(500, later: 144)
    func burst(_ hertz: Float, _ amplitude: Float) -> [Float] {
      let burst = Self.tone(hertz, amplitude: amplitude)
      return zip(wanted, burst).enumerated().map { frame, pair in
        pair.0 + (frame < Self.lead + 192 ? pair.1 : 0)
      }
    }
    let percents = [0.2, 0.1, 0.05, 0.01].map {
      Self.difference(burst(5000, Float($0)), wanted).percent
    }
    #expect(zip(percents, percents.dropFirst()).allSatisfy { $0 > 1.2 * $1 })
    #expect(Self.difference(burst(520, 0.01), wanted).percent < 0.5 * percents[3])
    let over = [0.2, 0.02].map { Self.difference(burst(5000, Float($0)), wanted).overMaskDecibels }
    #expect(over[0] > over[1] + 10)
  }
}
