// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Testing

@testable import Kits

@Suite struct LowPassTests {
  /// Gain at a frequency in decibels, from the response to an impulse.
  private func gainDecibels(_ filter: LowPass, atHz hz: Float, rateHz: Float) -> Float {
    var frames = [SIMD2<Float>](repeating: .zero, count: 16_384)
    frames[0] = SIMD2(1, 1)
    filter.apply(to: &frames, sampleRateHz: rateHz)
    var real = 0.0
    var imaginary = 0.0
    for (frame, value) in frames.enumerated() {
      let angle = 2 * Double.pi * Double(hz) * Double(frame) / Double(rateHz)
      real += Double(value.x) * cos(angle)
      imaginary += Double(value.x) * sin(angle)
    }
    return Float(10 * log10(real * real + imaginary * imaginary))
  }

  @Test(
    "a cutoff takes 3 dB there, nothing two octaves below and 24 dB two above, at any rate",
    arguments: [44_100, 48_000, 96_000] as [Float])
  func butterworth(rateHz: Float) {
    let filter = LowPass(cutoffHz: 1000)
    #expect(abs(gainDecibels(filter, atHz: 1000, rateHz: rateHz) + 3) < 0.6)
    #expect(abs(gainDecibels(filter, atHz: 250, rateHz: rateHz)) < 0.3)
    #expect(abs(gainDecibels(filter, atHz: 4000, rateHz: rateHz) + 24) < 1.5)
  }

  @Test("resonance rings at the same frequency whatever the rate")
  func resonance() {
    let filter = LowPass(share: 0.3, resonance: 0.95)
    let peakHz = 44_100 * acos((1 + 0.95 - 0.09) / (2 * Float(0.95).squareRoot())) / (2 * .pi)
    for rateHz in [44_100, 96_000] as [Float] {
      let gains = [0.7, 1, 1.4].map { gainDecibels(filter, atHz: peakHz * $0, rateHz: rateHz) }
      #expect(gains[1] > 12 && gains[1] > gains[0] + 6 && gains[1] > gains[2] + 6)
    }
  }
}
