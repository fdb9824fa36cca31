// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Simulation
import Testing

@Suite struct OnsetDetectorTests {
  static let rates: [Float] = [44_100, 48_000, 96_000, 192_000]

  /// A burst of noise that decays to 37 % in 8 ms, from `frame` on.
  static func addTap(
    _ signal: inout [Float], frame: Int, amplitude: Float, sampleRateHz: Float, seed: UInt64 = 7
  ) {
    var generator = SeededGenerator(seed: seed)
    for index in 0..<min(signal.count - frame, Int(0.08 * sampleRateHz)) {
      let decay = exp(-Float(index) / (0.008 * sampleRateHz))
      signal[frame + index] += amplitude * decay * (2 * generator.uniform() - 1)
    }
  }

  struct Found {
    var frame: Int
    var reportedFrame: Int
    var isCorrection: Bool
  }

  static func onsets(
    _ signal: [Float], sampleRateHz: Float, settings: DetectorSettings = DetectorSettings()
  ) -> [Found] {
    var detector = OnsetDetector(settings: settings, sampleRateHz: sampleRateHz)
    var found: [Found] = []
    for (frame, sample) in signal.enumerated() {
      if let onset = detector.process(sample) {
        found.append(
          Found(
            frame: frame - onset.ageFrames, reportedFrame: frame, isCorrection: onset.isCorrection))
      }
    }
    return found
  }

  @Test("finds each of 20 taps of varying strength within 0.5 ms, once", arguments: rates)
  func findsTaps(sampleRateHz: Float) {
    var signal = Signal.noise(count: Int(7 * sampleRateHz), amplitude: 0.001)
    let frames = (0..<20).map { Int((0.5 + 0.3 * Float($0)) * sampleRateHz) }
    for (index, frame) in frames.enumerated() {
      Self.addTap(
        &signal, frame: frame, amplitude: index % 2 == 0 ? 0.8 : 0.06,
        sampleRateHz: sampleRateHz, seed: UInt64(index))
    }
    let found = Self.onsets(signal, sampleRateHz: sampleRateHz)
    #expect(found.count == 20)
    #expect(!found.contains { $0.isCorrection })
    for (onset, frame) in zip(found, frames) {
      #expect(abs(onset.frame - frame) <= Int(0.0005 * sampleRateHz))
      #expect(onset.reportedFrame - frame <= Int(0.001 * sampleRateHz))
    }
  }

  @Test("in silence a strike begins half a millisecond before its first sample, to the frame")
  func exactStart() {
    var errors: [Int] = []
    for frame in [24_000, 24_001, 24_063, 30_011] {
      var signal = [Float](repeating: 0, count: frame + 2400)
      for index in 0..<960 {
        let time = Float(index) / 48_000
        signal[frame + index] = 0.5 * exp(-time / 0.004) * cos(2 * .pi * 1000 * time)
      }
      var detector = OnsetDetector(sampleRateHz: 48_000)
      var found: Int?
      for (now, sample) in signal.enumerated() {
        if let onset = detector.process(sample) { found = now - onset.ageFrames }
      }
      let sign = found ?? 0
      errors.append(
        detector.onsetFrame(near: sign, earliestFrame: 0) - frame)
    }
    #expect(errors == [-24, -24, -24, -24])
  }

  @Test(
    "locates clicks of 30 dB difference within noise half a millisecond early, to 3 frames"
  )
  func repeatability() {
    var signal = Signal.noise(count: 48_000 * 21, amplitude: 0.0005)
    var generator = SeededGenerator(seed: 3)
    let frames = (0..<100).map { 24_000 + 9600 * $0 + Int(64 * generator.uniform()) }
    for frame in frames {
      let amplitude = Units.amplitude(decibels: -3 - 24 * generator.uniform())
      for index in 0..<480 {
        let time = Float(index) / 48_000
        signal[frame + index] += amplitude * exp(-time / 0.002) * sin(2 * .pi * 2500 * time + 0.5)
      }
    }
    let found = Self.onsets(signal, sampleRateHz: 48_000)
    #expect(found.count == 100)
    let errors = zip(found, frames).map { Float($0.frame - $1) }
    let mean = errors.reduce(0, +) / Float(errors.count)
    let variance = errors.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Float(errors.count)
    #expect(variance.squareRoot() <= 3)
    #expect(abs(mean + 24) <= 6)
  }

  @Test("finds soft taps 20 dB over the noise", arguments: [0.0003, 0.003, 0.01] as [Float])
  func softTaps(noise: Float) {
    var signal = Signal.noise(count: 48_000 * 12, amplitude: noise)
    let frames = (0..<20).map { 96_000 + 24_000 * $0 }
    for frame in frames {
      Self.addTap(&signal, frame: frame, amplitude: 10 * noise, sampleRateHz: 48_000)
    }
    var settings = DetectorSettings()
    settings.quietestDecibels = -90
    let found = Self.onsets(signal, sampleRateHz: 48_000, settings: settings)
    #expect(found.count == 20)
    for (onset, frame) in zip(found, frames) { #expect(abs(onset.frame - frame) <= 96) }
  }

  @Test("takes neither noise at any level nor silence nor a fading level for a hit")
  func noFalseHits() {
    for noise in [0, 0.0001, 0.003, 0.1, 0.5] as [Float] {
      #expect(
        Self.onsets(Signal.noise(count: 48_000 * 20, amplitude: noise), sampleRateHz: 48_000)
          .isEmpty)
    }
    var swell = Signal.noise(count: 48_000 * 20, amplitude: 1)
    for frame in swell.indices {
      swell[frame] *= Units.amplitude(decibels: -40 + 20 * sin(2 * .pi * Float(frame) / 96_000))
    }
    #expect(Self.onsets(swell, sampleRateHz: 48_000).isEmpty)
  }

  @Test("hears a long ring as one hit", arguments: [80, 220, 1000] as [Float])
  func ringIsOneHit(frequencyHz: Float) {
    var signal = Signal.noise(count: 48_000 * 3, amplitude: 0.0005)
    for index in 0..<96_000 {
      let time = Float(index) / 48_000
      signal[24_000 + index] += 0.7 * exp(-time / 0.3) * sin(2 * .pi * frequencyHz * time)
    }
    #expect(Self.onsets(signal, sampleRateHz: 48_000).count == 1)
  }

  @Test("finds every hit of a roll of 16 a second, and both of a flam of 25 ms")
  func rollAndFlam() {
    var roll = Signal.noise(count: 48_000 * 4, amplitude: 0.0005)
    for index in 0..<48 {
      Self.addTap(
        &roll, frame: 24_000 + 3000 * index, amplitude: index % 2 == 0 ? 0.6 : 0.3,
        sampleRateHz: 48_000, seed: UInt64(index))
    }
    #expect(Self.onsets(roll, sampleRateHz: 48_000).count == 48)
    var flam = Signal.noise(count: 48_000, amplitude: 0.0005)
    Self.addTap(&flam, frame: 24_000, amplitude: 0.2, sampleRateHz: 48_000)
    Self.addTap(&flam, frame: 25_200, amplitude: 0.7, sampleRateHz: 48_000, seed: 8)
    #expect(Self.onsets(flam, sampleRateHz: 48_000).count == 2)
  }

  @Test(
    "both strokes of a flam are found within a millisecond, the grace note softer or as loud",
    arguments: [20, 25, 30, 40], [-9, -6, 0] as [Float])
  func flams(gapMilliseconds: Int, graceDecibels: Float) {
    var signal = Signal.noise(count: 48_000 * 9, amplitude: 0.0005)
    var frames: [Int] = []
    for index in 0..<16 {
      let (grace, main) = (24_000 * (index + 1), 24_000 * (index + 1) + 48 * gapMilliseconds)
      Self.addTap(
        &signal, frame: grace, amplitude: 0.5 * Units.amplitude(decibels: graceDecibels),
        sampleRateHz: 48_000, seed: UInt64(index))
      Self.addTap(
        &signal, frame: main, amplitude: 0.5, sampleRateHz: 48_000, seed: UInt64(100 + index))
      frames += [grace, main]
    }
    let found = Self.onsets(signal, sampleRateHz: 48_000)
    #expect(found.count == frames.count)
    for (onset, frame) in zip(found, frames) { #expect(abs(onset.frame - frame) <= 48) }
  }

  @Test("both strokes of a flam of 15 ms are found, if the grace note is softer")
  func narrowFlams() { flams(gapMilliseconds: 15, graceDecibels: -6) }

  @Test("a bounce 12 dB softer than its stroke, 25 ms after it, is no stroke")
  func bounce() {
    var signal = Signal.noise(count: 48_000 * 9, amplitude: 0.0005)
    for index in 0..<16 {
      let seed = UInt64(index)
      Self.addTap(
        &signal, frame: 24_000 * (index + 1), amplitude: 0.5, sampleRateHz: 48_000, seed: seed)
      Self.addTap(
        &signal, frame: 24_000 * (index + 1) + 1200, amplitude: 0.125, sampleRateHz: 48_000,
        seed: seed)
    }
    #expect(Self.onsets(signal, sampleRateHz: 48_000).count == 16)
  }

  @Test("the sensitivity brings ghost notes 40 dB under accents, and no false hit")
  func sensitivity() {
    var signal = Signal.noise(count: 48_000 * 12, amplitude: 0.0001)
    var frames: [Int] = []
    for index in 0..<64 {
      let frame = 24_000 + 7200 * index
      let decibels: Float = index % 4 == 0 ? -6 : -46
      Self.addTap(
        &signal, frame: frame, amplitude: Units.amplitude(decibels: decibels),
        sampleRateHz: 48_000, seed: UInt64(index))
      frames.append(frame)
    }
    let counts = [0, 50, 100].map { (sensitivity: Float) in
      var detector = OnsetDetector(sampleRateHz: 48_000)
      detector.set(sensitivity: sensitivity)
      return signal.count { detector.process($0) != nil }
    }
    #expect(counts == [16, 16, 64])
  }

  @Test("what sounds from the beginning on is no stroke, and the first stroke after 40 ms is one")
  func beginning() {
    for amplitude in [0.001, 0.01, 0.03] as [Float] {
      var signal = Signal.noise(count: 48_000, amplitude: amplitude)
      #expect(Self.onsets(signal, sampleRateHz: 48_000).isEmpty)
      Self.addTap(&signal, frame: 1920, amplitude: 0.8, sampleRateHz: 48_000)
      let found = Self.onsets(signal, sampleRateHz: 48_000)
      #expect(found.count == 1)
      #expect(abs((found.first?.frame ?? 0) - 1920) <= 48)
    }
  }

  @Test("finds every hit of a roll of 25 a second")
  func fastRoll() {
    var roll = Signal.noise(count: 48_000 * 3, amplitude: 0.0005)
    for index in 0..<50 {
      Self.addTap(
        &roll, frame: 24_000 + 1920 * index, amplitude: 0.5, sampleRateHz: 48_000,
        seed: UInt64(index))
    }
    #expect(Self.onsets(roll, sampleRateHz: 48_000).count == 50)
  }

  @Test("a strike 5 to 8 ms after a touch 26 dB softer corrects its onset", arguments: [5, 6, 8])
  func strikeAfterTouch(gapMilliseconds: Int) {
    var signal = Signal.noise(count: 48_000, amplitude: 0.0005)
    let strikeFrame = 24_000 + 48 * gapMilliseconds
    Self.addTap(&signal, frame: 24_000, amplitude: 0.04, sampleRateHz: 48_000)
    Self.addTap(&signal, frame: strikeFrame, amplitude: 0.8, sampleRateHz: 48_000, seed: 8)
    let found = Self.onsets(signal, sampleRateHz: 48_000)
    #expect(found.map(\.isCorrection) == [false, true])
    #expect(abs((found.last?.frame ?? 0) - strikeFrame) <= 24)
  }

  @Test("survives direct current, clipping and samples that are no numbers")
  func brokenInput() {
    var signal = Signal.noise(count: 48_000 * 2, amplitude: 0.0005).map { $0 + 0.5 }
    for frame in 30_000..<30_100 { signal[frame] = [.nan, .infinity, -.infinity][frame % 3] }
    Self.addTap(&signal, frame: 72_000, amplitude: 40, sampleRateHz: 48_000)
    signal = signal.map { $0.isFinite ? max(-1, min(1, $0)) : $0 }
    let found = Self.onsets(signal, sampleRateHz: 48_000)
    #expect(found.contains { abs($0.frame - 72_000) <= 24 })
  }

  @Test("works at 8 kHz, without the highest band")
  func lowRate() {
    var signal = Signal.noise(count: 16_000, amplitude: 0.0005)
    Self.addTap(&signal, frame: 8000, amplitude: 0.5, sampleRateHz: 8000)
    let found = Self.onsets(signal, sampleRateHz: 8000)
    #expect(found.count == 1)
    #expect(abs((found.first?.frame ?? 0) - 8000) <= 8)
  }
}
