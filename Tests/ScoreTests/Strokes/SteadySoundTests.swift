// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import flam_score

@Suite struct SteadySoundTests {
  private static let rateHz = 48_000

  private static func sound(_ sound: SteadySound, seed: UInt64 = 1) -> [Float] {
    sound.sound(count: 1 << 16, decibels: -25, sampleRateHz: rateHz, seed: seed)
  }

  /// Share of the power that lies between two frequencies.
  private static func share(_ sound: [Float], _ rangeHz: ClosedRange<Double>) -> Float {
    var spectrum = PowerSpectrum(minimumSize: sound.count)
    for frame in sound.indices { spectrum.input[frame] = sound[frame] }
    spectrum.transform()
    var (inside, all): (Float, Float) = (0, 0)
    for bin in 1..<spectrum.size / 2 {
      let frequencyHz = Double(bin) * Double(rateHz) / Double(spectrum.size)
      all += spectrum.power(bin: bin)
      if rangeHz.contains(frequencyHz) { inside += spectrum.power(bin: bin) }
    }
    return inside / all
  }

  @Test("every sound has the requested level, below full scale", arguments: SteadySound.allCases)
  func level(sound: SteadySound) {
    let samples = Self.sound(sound)
    #expect(abs(samples.levelDecibels + 25) < 0.01)
    #expect(samples.peak < 0.5)
    #expect(samples == Self.sound(sound))
  }

  @Test(
    "the power lies where the sound says",
    arguments: zip(
      [SteadySound.hum50, .hum60, .fan, .alarm, .rumble],
      [45.0...55, 55...65, 230...242, 2890...2910, 9...31]))
  func place(sound: SteadySound, rangeHz: ClosedRange<Double>) {
    #expect(Self.share(Self.sound(sound), rangeHz) > 0.6)
  }

  @Test("only what is random differs by the seed")
  func seed() {
    #expect(Self.sound(.hum50) != Self.sound(.hum50, seed: 2))
    #expect(Self.sound(.alarm) == Self.sound(.alarm, seed: 2))
  }
}
