// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import TestSupport
import Testing

@Suite struct PitchTrackerTests {
  private func readings(_ samples: [Float], rateHz: Double = 48_000) -> [PitchReading] {
    var tracker = PitchTracker(sampleRateHz: Float(rateHz))
    var readings: [PitchReading] = []
    for sample in samples where tracker.hear(sample) { readings.append(tracker.reading) }
    return readings
  }

  /// The readings of a tone once nothing else is in the window, and the filters have settled.
  private func settled(
    _ tone: HarmonicTone, hertz: Double, rateHz: Double, noiseDecibels: Double = .infinity
  ) -> [PitchReading] {
    let samples = tone.samples(
      hertz: hertz, seconds: 0.14, sampleRateHz: rateHz, noiseDecibels: noiseDecibels,
      seed: UInt64(10 * hertz))
    let latency = PitchTracker(sampleRateHz: Float(rateHz)).latencyFrames
    return readings(samples, rateHz: rateHz).filter {
      $0.frame >= latency + Int(0.03 * rateHz)
    }
  }

  private func cents(_ reading: PitchReading, from hertz: Double) -> Double {
    1200 * log2(Double(reading.frequencyHz) / hertz)
  }

  /// Frequencies of the whole range that lie on no key, a third of an octave apart.
  private static let frequencies = (0...12).map { 60 * pow(1000 / 60, Double($0) / 12) }

  @Test(
    "every reading of a tone is within 3 cents, at any rate", .slow,
    arguments: HarmonicTone.allCases, [8000, 11_025, 44_100, 48_000, 96_000, 192_000])
  func tones(tone: HarmonicTone, rateHz: Double) {
    for hertz in Self.frequencies {
      let readings = settled(tone, hertz: hertz, rateHz: rateHz)
      #expect(readings.count > 10)
      for reading in readings {
        #expect(
          reading.isTone && abs(cents(reading, from: hertz)) < 3,
          "\(hertz) Hz: \(reading.frequencyHz) Hz, clarity \(reading.clarity)")
      }
    }
  }

  @Test(
    "over noise that is 20 dB softer, 95 of 100 readings are within 5 cents, and none an octave off",
    arguments: HarmonicTone.allCases, [8000, 48_000])
  func noisyTones(tone: HarmonicTone, rateHz: Double) {
    var errors: [Double] = []
    for hertz in Self.frequencies {
      let readings = settled(tone, hertz: hertz, rateHz: rateHz, noiseDecibels: 20)
      #expect(readings.allSatisfy { $0.isTone })
      errors += readings.map { abs(cents($0, from: hertz)) }
    }
    errors.sort()
    #expect(errors[errors.count * 95 / 100] < 5)
    #expect(errors[errors.count - 1] < 20)
  }

  @Test("a reading of silence has no pitch, and the level of silence")
  func silence() {
    for reading in readings([Float](repeating: 0, count: 48_000)) {
      #expect(!reading.isTone && reading.frequencyHz == 0 && reading.levelDecibels == -.infinity)
    }
  }

  @Test("noise is no tone", arguments: [8000, 48_000])
  func noise(rateHz: Double) {
    let readings = readings(Signal.noise(count: Int(20 * rateHz), amplitude: 0.3), rateHz: rateHz)
    #expect(readings.count == 4000)
    #expect(readings.allSatisfy { !$0.isTone })
    #expect((readings.map(\.clarity).max() ?? 1) < 0.5)
  }

  @Test("tones out of the range are none", arguments: [30, 45, 1200, 2500, 5000])
  func outOfRange(hertz: Double) {
    #expect(settled(.sine, hertz: hertz, rateHz: 48_000).allSatisfy { !$0.isTone })
  }

  @Test("a steady push and a rumble of 10 Hz do not move the pitch")
  func rumble() {
    let tone = HarmonicTone.saw.samples(hertz: 220, seconds: 0.4)
    let pushed = tone.enumerated().map { frame, sample in
      sample + 0.3 + 0.3 * Float(sin(2 * .pi * 10 * Double(frame) / 48_000))
    }
    for reading in readings(pushed) where reading.frame > 9600 {
      #expect(reading.isTone && abs(cents(reading, from: 220)) < 3)
    }
  }

  @Test("the level is that of the tone")
  func level() {
    let reading = readings(HarmonicTone.sine.samples(hertz: 220, seconds: 0.4)).last
    #expect(abs((reading?.levelDecibels ?? 0) - -13.98) < 0.2)
  }

  @Test("a tone that sets in is read within the declared delay", arguments: [60, 110, 440, 1000])
  func latency(hertz: Double) throws {
    let start = 4800
    let samples =
      [Float](repeating: 0, count: start) + HarmonicTone.saw.samples(hertz: hertz, seconds: 0.3)
    let right = readings(samples).filter { $0.isTone && abs(cents($0, from: hertz)) < 5 }
    let first = try #require(right.first)
    #expect(first.frame - start <= PitchTracker(sampleRateHz: 48_000).latencyFrames)
  }

  @Test("the delay is 2.4 periods of 60 Hz, and 5 ms", arguments: [8000, 48_000, 192_000])
  func declared(rateHz: Float) {
    let tracker = PitchTracker(sampleRateHz: rateHz)
    #expect(tracker.windowFrames == Int(2.4 * rateHz / 60 + 0.5))
    #expect(tracker.latencyFrames == tracker.windowFrames + Int(0.005 * rateHz + 0.5))
  }

  @Test("what is no number is silence, and what is far too loud stays finite")
  func absurd() {
    var samples = HarmonicTone.saw.samples(hertz: 220, seconds: 1)
    let odd: [Float] = [.nan, .infinity, -.infinity, 1e38, -1e38, .leastNonzeroMagnitude]
    for frame in stride(from: 100, to: 9600, by: 97) {
      samples[frame] = odd[frame % odd.count]
    }
    let readings = readings(samples)
    for reading in readings {
      #expect(reading.frequencyHz.isFinite && reading.clarity.isFinite)
      #expect(!reading.levelDecibels.isNaN && reading.levelDecibels < .infinity)
    }
    for reading in readings.suffix(100) { #expect(abs(cents(reading, from: 220)) < 3) }
  }

  @Test("after a reset it hears the same bits again")
  func reset() {
    let samples = HarmonicTone.pulse.samples(hertz: 97, seconds: 0.3, noiseDecibels: 20)
    var tracker = PitchTracker(sampleRateHz: 48_000)
    var first: [PitchReading] = []
    for sample in samples where tracker.hear(sample) { first.append(tracker.reading) }
    tracker.reset()
    var second: [PitchReading] = []
    for sample in samples where tracker.hear(sample) { second.append(tracker.reading) }
    #expect(first == second && first == readings(samples))
  }
}
