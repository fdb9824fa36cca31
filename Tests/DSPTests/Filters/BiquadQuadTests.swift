// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct BiquadQuadTests {
  static let cutoffHz: Float = 1000

  /// Amplitude with which a tone comes out of a high-pass (lane 0) and a low-pass (lane 1).
  func gains(toneHz: Float, sampleRateHz: Float) -> SIMD4<Float> {
    var quad = Self.quad(sampleRateHz: sampleRateHz)
    var peak = SIMD4<Float>.zero
    for frame in 0..<Int(sampleRateHz / 4) {
      let tone = sin(2 * .pi * Float(toneHz) * Float(frame) / sampleRateHz)
      let output = quad.process(SIMD4(repeating: tone))
      guard frame > Int(sampleRateHz / 8) else { continue }
      for lane in 0..<4 { peak[lane] = max(peak[lane], abs(output[lane])) }
    }
    return peak
  }

  static func quad(sampleRateHz: Float) -> BiquadQuad {
    BiquadQuad([
      .highPass(cutoffHz: cutoffHz, sampleRateHz: sampleRateHz),
      .lowPass(cutoffHz: cutoffHz, sampleRateHz: sampleRateHz), .identity, .silence,
    ])
  }

  @Test(
    "passes 71 % at the cutoff, a sixteenth two octaves beyond it",
    arguments: [44_100, 48_000, 96_000, 192_000] as [Float])
  func response(sampleRateHz: Float) {
    let atCutoff = gains(toneHz: 1000, sampleRateHz: sampleRateHz)
    #expect(abs(atCutoff[0] - 0.7071) < 0.01 && abs(atCutoff[1] - 0.7071) < 0.01)
    #expect(abs(gains(toneHz: 250, sampleRateHz: sampleRateHz)[0] - 0.0625) < 0.005)
    #expect(gains(toneHz: 4000, sampleRateHz: sampleRateHz)[1] < 0.0675)
    #expect(abs(atCutoff[2] - 1) < 0.01 && atCutoff[3] == 0)
  }

  @Test("reset makes it as new, and silence stays silence")
  func resets() {
    var used = Self.quad(sampleRateHz: 48_000)
    #expect(used.process(.zero) == .zero)
    for _ in 0..<100 { _ = used.process(SIMD4(repeating: 0.5)) }
    used.reset()
    var fresh = Self.quad(sampleRateHz: 48_000)
    for _ in 0..<100 {
      #expect(used.process(SIMD4(repeating: 1)) == fresh.process(SIMD4(repeating: 1)))
    }
  }
}
