// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Simulation
import Testing

@testable import DSP

@Suite struct FollowedToneTests {
  /// The frequency at each frame, 0 where there is no tone, for what sounds on after a first tone.
  private func frequencies(_ samples: [Float], rateHz: Float = 48_000) -> [Float] {
    var tone = FollowedTone(sampleRateHz: rateHz)
    return samples.map {
      tone.hear($0, isHeard: tone.frequencyHz > 0)
      return tone.level > 0 ? tone.frequencyHz : 0
    }
  }

  private func cents(_ hertz: Float, from wanted: Double) -> Double {
    1200 * log2(Double(hertz) / wanted)
  }

  /// After how many milliseconds a tone is followed, and from when on it is within 5 cents.
  private func delays(
    _ frequencies: [Float], of hertz: Double, from start: Int
  ) -> (first: Int, tuned: Int) {
    let rest = frequencies[start...]
    let first = rest.firstIndex { $0 > 0 } ?? frequencies.count
    let tuned = rest.lastIndex { abs(cents($0, from: hertz)) >= 5 } ?? start
    return ((first - start) / 48, (tuned - start) / 48)
  }

  @Test(
    "a tone that sets in is followed within 38 ms, and after 52 ms within 5 cents",
    arguments: [HarmonicTone.sine, .saw, .strongSecond],
    [(80, 38, 52), (110, 30, 50), (220, 20, 27), (440, 15, 20), (880, 13, 18)])
  func onset(tone: HarmonicTone, limits: (hertz: Double, first: Int, tuned: Int)) {
    for start in stride(from: 4800, to: 5040, by: 60) {
      let samples =
        [Float](repeating: 0, count: start)
        + tone.samples(hertz: limits.hertz, seconds: 0.4)
      let (first, tuned) = delays(frequencies(samples), of: limits.hertz, from: start)
      #expect(first <= limits.first && tuned <= limits.tuned, "\(first) ms, \(tuned) ms")
    }
  }

  @Test(
    "between two notes there is no third one, and the second is there within 65 ms",
    arguments: [HarmonicTone.sine, .saw], [130.8, 220, 311.1])
  func steps(tone: HarmonicTone, hertz: Double) {
    for semitones in -12...12 where semitones != 0 {
      let next = hertz * pow(2, Double(semitones) / 12)
      let start = 14_400
      let samples =
        tone.samples(hertz: hertz, seconds: 0.3) + tone.samples(hertz: next, seconds: 0.4)
      let followed = frequencies(samples)
      let tuned = delays(followed, of: next, from: start).tuned
      #expect(tuned <= 65, "\(semitones) semitones: \(tuned) ms")
      let between = followed[start...].filter { $0 > 0 }
      let (low, high) = (between.min() ?? 0, between.max() ?? 0)
      #expect(cents(low, from: min(hertz, next)) > -350, "\(semitones) semitones: \(low) Hz")
      #expect(cents(high, from: max(hertz, next)) < 350, "\(semitones) semitones: \(high) Hz")
    }
  }

  @Test("its frequency glides: no frame is far from the one before while a tone lasts")
  func glides() {
    let rateHz = 48_000.0
    var turns = 0.0
    // Vibrato of a semitone to both sides, six times a second.
    let samples = (0..<48_000).map { frame -> Float in
      turns += 220 * pow(2, sin(2 * .pi * 6 * Double(frame) / rateHz) / 12) / rateHz
      return Float(0.3 * sin(2 * .pi * turns))
    }
    let followed = frequencies(samples)[9600...]
    let steps = zip(followed.dropFirst(), followed).map { abs($0 - $1) }
    #expect((steps.max() ?? 1) < 0.05)
    let most = followed.map { abs(cents($0, from: 220)) }.max() ?? 0
    #expect(most > 50 && most < 105, "\(most) cents")
  }

  @Test("its level is the root mean square of the tone", arguments: [62, 110, 440, 990])
  func level(hertz: Double) {
    var tone = FollowedTone(sampleRateHz: 48_000)
    for sample in HarmonicTone.sine.samples(hertz: hertz, seconds: 0.4) {
      tone.hear(sample, isHeard: true)
    }
    #expect(abs(Units.decibels(amplitude: tone.level) - -13.98) < 0.7)
  }

  @Test("silence and noise have no level", arguments: [8000, 48_000, 192_000] as [Float])
  func noise(rateHz: Float) {
    let silence = [Float](repeating: 0, count: 4000)
    let noise = Signal.noise(count: Int(5 * rateHz), amplitude: 0.3)
    let isSilent = frequencies(silence + noise, rateHz: rateHz).allSatisfy { $0 == 0 }
    #expect(isSilent)
  }
}
