// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@Suite struct EnvelopeQuadTests {
  @Test(
    "rises to 63 % in the rise time, falls to 37 % in the fall time, at once for zero",
    arguments: [44_100, 48_000, 96_000] as [Float])
  func timeConstants(sampleRateHz: Float) {
    var envelope = EnvelopeQuad(
      riseSeconds: SIMD4(0.01, 0.02, 0, 0.01), fallSeconds: SIMD4(repeating: 0.05),
      sampleRateHz: sampleRateHz)
    for _ in 0..<Int(0.01 * sampleRateHz) { envelope.process(SIMD4(repeating: 1)) }
    #expect(abs(envelope.level[0] - 0.632) < 0.002)  // 1 - 1/e
    #expect(abs(envelope.level[1] - 0.393) < 0.002)  // 1 - exp(-1/2)
    #expect(envelope.level[2] == 1)
    for _ in 0..<Int(0.05 * sampleRateHz) { envelope.process(.zero) }
    #expect(abs(envelope.level[2] - 0.368) < 0.002)
    envelope.reset()
    #expect(envelope.level == .zero)
  }
}
