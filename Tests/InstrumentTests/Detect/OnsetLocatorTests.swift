// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Simulation
import Testing

@Suite struct OnsetLocatorTests {
  /// Frames after the true start at which a hit is located once 45 ms of it were heard; nil if it was not found.
  static func error(_ signal: [Float], start: Int, sampleRateHz: Float = 48_000) -> Int? {
    var detector = OnsetDetector(sampleRateHz: sampleRateHz)
    var found: Int?
    for (frame, sample) in signal.enumerated() {
      if let onset = detector.process(sample) { found = frame - onset.ageFrames }
      if let found, frame == found + Int(0.045 * sampleRateHz) {
        return detector.onsetFrame(near: found, earliestFrame: 0) - start
      }
    }
    return nil
  }

  @Test(
    "a hit that swells for 8 ms begins when it first stands out, not when it is strong",
    arguments: [44_100, 48_000, 96_000] as [Float])
  func slowAttack(sampleRateHz: Float) throws {
    var signal = Signal.noise(count: Int(1.5 * sampleRateHz), amplitude: 0.0003)
    let start = Int(0.8 * sampleRateHz)
    let swell = Signal.noise(count: Int(0.1 * sampleRateHz), amplitude: 1)
    for (index, sample) in swell.enumerated() {
      let time = Float(index) / sampleRateHz
      signal[start + index] += sample * (time < 0.008 ? 0.05 : 0.3)
    }
    let error = try #require(Self.error(signal, start: start, sampleRateHz: sampleRateHz))
    #expect(abs(error) <= Int(0.0007 * sampleRateHz))
  }

  @Test("a hit begins with the strike, not with a rustle 30 dB softer 9 ms before it")
  func rustle() throws {
    var signal = Signal.noise(count: 72_000, amplitude: 0.0003)
    OnsetDetectorTests.addTap(&signal, frame: 38_400, amplitude: 0.9, sampleRateHz: 48_000)
    let rustle = Signal.noise(count: 48, amplitude: 0.02)
    for (index, sample) in rustle.enumerated() { signal[37_968 + index] += sample }
    let error = try #require(Self.error(signal, start: 38_400))
    #expect(abs(error) <= 34)
  }

  @Test("soft and loud clicks are located at the same place, within 0.1 ms")
  func level() throws {
    let amplitudes: [Float] = [0.02, 0.1, 0.9]
    let errors = try amplitudes.map { amplitude -> Int in
      var signal = Signal.noise(count: 72_000, amplitude: 0.0001)
      OnsetDetectorTests.addTap(
        &signal, frame: 38_400, amplitude: amplitude, sampleRateHz: 48_000)
      return try #require(Self.error(signal, start: 38_400))
    }
    let earliest = try #require(errors.min())
    let latest = try #require(errors.max())
    #expect(latest - earliest <= 5)
  }
}
