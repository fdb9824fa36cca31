// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import flam_score

@Suite struct NoiseMakerTests {
  private static let rateHz = 48_000

  private static func noise(_ colour: NoiseMaker.Colour, seed: UInt64 = 1) -> [Float] {
    var maker = NoiseMaker(seed: seed)
    return maker.noise(colour, count: 1 << 17, decibels: -30, sampleRateHz: rateHz)
  }

  /// Power of the octave that begins at a frequency, in decibels.
  private static func octave(_ noise: [Float], fromHz: Double) -> Double {
    var spectrum = PowerSpectrum(minimumSize: noise.count)
    for frame in noise.indices { spectrum.input[frame] = noise[frame] }
    spectrum.transform()
    let first = Int(fromHz * Double(spectrum.size) / Double(rateHz))
    let power = (first..<2 * first).reduce(Float(0)) { $0 + spectrum.power(bin: $1) }
    return Double(Units.decibels(power: power))
  }

  @Test("noise has the requested level, and the seed decides it")
  func level() {
    for colour in NoiseMaker.Colour.allCases {
      #expect(abs(Self.noise(colour).levelDecibels + 30) < 0.01)
      #expect(Self.noise(colour) == Self.noise(colour))
      #expect(Self.noise(colour) != Self.noise(colour, seed: 2))
    }
  }

  @Test(
    "an octave of white noise holds 3 dB more than the one below, of pink noise as much, of brown 3 dB less",
    arguments: zip(NoiseMaker.Colour.allCases, [3.0, 0, -3]))
  func colour(colour: NoiseMaker.Colour, decibels: Double) {
    let noise = Self.noise(colour)
    let change = Self.octave(noise, fromHz: 3200) - Self.octave(noise, fromHz: 800)
    #expect(abs(change - 2 * decibels) < 1)
  }

  @Test("an order holds every number once")
  func order() {
    var maker = NoiseMaker(seed: 3)
    let order = maker.order(count: 50)
    #expect(order != Array(0..<50))
    #expect(order.sorted() == Array(0..<50))
  }
}
