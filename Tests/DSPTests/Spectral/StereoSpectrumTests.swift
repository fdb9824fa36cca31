// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct StereoSpectrumTests {
  /// As much interleaved stereo as a spectrum looks at: a sine with a gain for each side.
  private static func sine(
    _ hertz: Float, gains: SIMD2<Float> = SIMD2(1, 1), phase: Double = 0, frames: Int,
    sampleRateHz: Float
  ) -> [Float] {
    (0..<frames).flatMap { frame in
      let angle = 2 * .pi * Double(hertz) * Double(frame) / Double(sampleRateHz) + phase
      let sample = gains * Float(sin(angle))
      return [sample.x, sample.y]
    }
  }

  @Test(
    "a sine is found within half a cent, and its level within two hundredths of a decibel",
    arguments: [44_100, 48_000, 96_000] as [Float])
  func tone(sampleRateHz: Float) throws {
    var spectrum = StereoSpectrum(sampleRateHz: sampleRateHz)
    for hertz in [25, 30.868, 61.735, 110, 440, 3333, 19_000] as [Float] {
      for eighth in 0..<2 {
        let sound = Self.sine(
          hertz, phase: Double(eighth) * .pi / 4, frames: spectrum.frameCount,
          sampleRateHz: sampleRateHz)
        let found = try #require(spectrum.read(sound).strongest)
        #expect(abs(1200 * log2(found.frequencyHz / hertz)) < 0.5, "\(hertz) Hz")
        #expect(abs(found.levelDecibels) < 0.02, "\(hertz) Hz")
      }
    }
  }

  @Test("a sine at full scale reads 0 dB in its band, and at least 50 dB less two bands away")
  func bands() {
    var spectrum = StereoSpectrum(sampleRateHz: 48_000)
    for (band, centre) in ThirdOctaves.centresHz.enumerated() {
      let levels = spectrum.read(
        Self.sine(centre, frames: spectrum.frameCount, sampleRateHz: 48_000)
      ).bandDecibels
      #expect(levels.count == 30)
      #expect(abs(levels[band]) < 0.3, "\(centre) Hz")
      for other in levels.indices where abs(other - band) >= 2 {
        #expect(levels[other] < -50, "\(centre) Hz in the band of \(ThirdOctaves.centresHz[other])")
      }
    }
  }

  @Test("both sides count by their powers: inverted ones as much as equal ones, one alone -3 dB")
  func sides() throws {
    var spectrum = StereoSpectrum(sampleRateHz: 48_000)
    let frames = spectrum.frameCount
    for (gains, decibels) in [
      (SIMD2(1, -1), 0), (SIMD2(1, 0), -3.0103), (SIMD2(0, 1), -3.0103),
    ] as [(SIMD2<Float>, Float)] {
      let reading = spectrum.read(
        Self.sine(1000, gains: gains, frames: frames, sampleRateHz: 48_000))
      #expect(abs(reading.bandDecibels[16] - decibels) < 0.001)
      #expect(abs(try #require(reading.strongest).levelDecibels - decibels) < 0.001)
    }
  }

  @Test("of two tones the stronger one is the strongest, and only the last moment counts")
  func strongest() throws {
    var spectrum = StereoSpectrum(sampleRateHz: 48_000)
    let frames = spectrum.frameCount
    let low = Self.sine(61.735, gains: SIMD2(0.5, 0.5), frames: frames, sampleRateHz: 48_000)
    let high = Self.sine(2000, gains: SIMD2(0.4, 0.4), frames: frames, sampleRateHz: 48_000)
    let both = spectrum.read(zip(low, high).map { $0 + $1 })
    let found = try #require(both.strongest)
    #expect(abs(1200 * log2(found.frequencyHz / 61.735)) < 1)
    let pitch = KeyPitch(frequencyHz: found.frequencyHz, a4Hz: 440)
    #expect(pitch.name == "B1" && abs(pitch.cents) < 1)
    let later = spectrum.read(low + high)
    #expect(abs(try #require(later.strongest).frequencyHz - 2000) < 0.1)
    #expect(later.bandDecibels[4] < -80)
  }

  @Test("silence, nothing at all and what is softer than -90 dB have no strongest tone")
  func silence() {
    var spectrum = StereoSpectrum(sampleRateHz: 48_000)
    for sound in [[], [Float](repeating: 0, count: 2 * spectrum.frameCount)] {
      let reading = spectrum.read(sound)
      #expect(reading.strongest == nil && reading.bandDecibels.allSatisfy { $0 == -.infinity })
    }
    let gain = Units.amplitude(decibels: -95)
    let soft = Self.sine(
      1000, gains: SIMD2(gain, gain), frames: spectrum.frameCount, sampleRateHz: 48_000)
    let reading = spectrum.read(soft)
    #expect(reading.strongest == nil && abs(reading.bandDecibels[16] + 95) < 0.01)
  }

  @Test("bands are named as people name them, and end under half the sample rate")
  func names() {
    #expect(ThirdOctaves.centresHz.count == 30 && ThirdOctaves.edgesHz.count == 31)
    #expect(ThirdOctaves.centresHz.first == 25 && ThirdOctaves.centresHz.last == 20_000)
    #expect(ThirdOctaves.centresHz[1] == 31.5 && ThirdOctaves.centresHz[16] == 1000)
    #expect(ThirdOctaves.count(sampleRateHz: 48_000) == 30)
    #expect(ThirdOctaves.count(sampleRateHz: 8000) == 22)
    for rate in [8000, 11_025, 22_050] as [Float] {
      var spectrum = StereoSpectrum(sampleRateHz: rate)
      let count = spectrum.read([0.5, 0.5]).bandDecibels.count
      #expect(count == ThirdOctaves.count(sampleRateHz: rate))
    }
  }
}
