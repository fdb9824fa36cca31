// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct RootMeanSquareMeterTests {
  @Test(
    "a sine reads 3.01 dB less than its peak, to a hundredth, and nothing once it is over",
    arguments: [44_100, 48_000, 88_200, 96_000, 192_000] as [Float])
  func tone(sampleRateHz: Float) {
    var meter = RootMeanSquareMeter(sampleRateHz: sampleRateHz)
    for frame in 0..<Int(sampleRateHz) {
      let sample = 0.1 * Float(sin(2 * .pi * 1000 * Double(frame) / Double(sampleRateHz)))
      meter.process(SIMD2(sample, sample))
    }
    #expect(abs(Units.decibels(amplitude: meter.amplitude) + 23.0103) < 0.01)
    for _ in 0..<Int(0.4 * sampleRateHz) { meter.process(.zero) }
    #expect(Units.decibels(amplitude: meter.amplitude) == -.infinity)
  }

  @Test("a side alone reads 3 dB less than both")
  func side() {
    var meter = RootMeanSquareMeter(sampleRateHz: 48_000)
    for _ in 0..<48_000 { meter.process(SIMD2(0.5, 0)) }
    #expect(abs(Units.decibels(amplitude: meter.amplitude / 0.5) + 3.0103) < 0.001)
  }

  @Test("holds the last 300 ms and nothing before")
  func window() {
    var meter = RootMeanSquareMeter(sampleRateHz: 1000)
    for _ in 0..<300 { meter.process(SIMD2(1, 1)) }
    #expect(meter.amplitude == 1)
    for _ in 0..<150 { meter.process(.zero) }
    #expect(abs(meter.amplitude * meter.amplitude - 0.5) < 1e-6)
  }
}
