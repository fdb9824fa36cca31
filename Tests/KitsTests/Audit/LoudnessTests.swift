// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import Kits

@Suite struct LoudnessTests {
  private func sine(hertz: Double, amplitude: Float, rate: Double, seconds: Double) -> [SIMD2<
    Float
  >] {
    (0..<Int(rate * seconds)).map { frame in
      SIMD2(amplitude * Float(sin(2 * .pi * hertz * Double(frame) / rate)), 0)
    }
  }

  @Test(
    "a sine of 997 Hz at full scale on one side is -3.01 dB, as the Recommendation says",
    arguments: [22_050.0, 44_100, 48_000, 96_000])
  func calibration(rate: Double) {
    let tone = sine(hertz: 997, amplitude: 1, rate: rate, seconds: 1)
    let level = Loudness(sampleRateHz: rate).decibels(tone, in: Int(rate / 2)..<Int(rate))
    #expect(abs(level - -3.01) < 0.05)
  }

  @Test("high sounds weigh more, very low ones less, silence nothing")
  func weighting() {
    let loudness = Loudness(sampleRateHz: 48_000)
    func level(_ hertz: Double) -> Float {
      loudness.decibels(
        sine(hertz: hertz, amplitude: 1, rate: 48_000, seconds: 1), in: 24_000..<48_000)
    }
    // The published response: +4 dB at the top, -3 dB at about 60 Hz.
    #expect(abs(level(10_000) - level(997) - 3.3) < 0.3)
    #expect(level(30) < level(997) - 8)
    #expect(loudness.decibels([SIMD2<Float>(repeating: 0)], in: 0..<1) == -.infinity)
  }

  @Test("brightness is the centre of the weight of the spectrum", arguments: [300.0, 2000, 9000])
  func brightness(hertz: Double) {
    var brightness = Brightness(frameCount: 2400, sampleRateHz: 48_000)
    let tone = sine(hertz: hertz, amplitude: 0.5, rate: 48_000, seconds: 0.1)
    #expect(abs(Double(brightness.centroidHz(tone, from: 100)) - hertz) < 0.05 * hertz + 30)
  }
}
