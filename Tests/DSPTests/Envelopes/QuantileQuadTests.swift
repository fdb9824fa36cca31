// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@Suite struct QuantileQuadTests {
  @Test("rests at the level that the signal exceeds for the requested share")
  func share() {
    var quantile = QuantileQuad(
      exceededShare: 0.1, riseDecibelsPerSecond: 20, lowestDecibels: -80, sampleRateHz: 1000)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 { quantile.process(SIMD4(repeating: generator.uniform())) }
    // Evenly distributed in 0..<1: a tenth lies above 0.9.
    #expect(abs(quantile.power[0] - 0.9) < 0.05)
  }

  @Test("never falls below its lowest level, and returns there on reset")
  func lowest() {
    var quantile = QuantileQuad(
      exceededShare: 0.1, riseDecibelsPerSecond: 20, lowestDecibels: -60, sampleRateHz: 1000)
    for _ in 0..<1000 { quantile.process(SIMD4(0, 1, 0, 1)) }
    #expect(abs(quantile.power[0] - 1e-6) < 1e-8)
    #expect(abs(quantile.power[1] - 1e-4) < 1e-5)  // 20 dB up in a second
    quantile.reset()
    #expect(abs(quantile.power[1] - 1e-6) < 1e-8)
  }
}
