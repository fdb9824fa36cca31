// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct GateTests {
  private let values: [Float] = [-40, 0.001, 0.01]

  private func level(_ decibels: Double, seconds: Double) -> [Float] {
    EffectRig.sine(
      hertz: 1000, amplitude: pow(10, decibels / 20), count: Int(48_000 * seconds))
  }

  /// Whether the last 0.1 s pass as they are.
  private func passes(_ input: [Float]) -> Bool {
    let output = EffectRig.play(Gate.init, values, input)
    return zip(input, output).dropFirst(input.count - 9600).allSatisfy { abs($0 - $1) < 1e-12 }
  }

  @Test("it stays closed below its threshold, and opens above it")
  func opens() {
    #expect(EffectRig.play(Gate.init, values, level(-40.2, seconds: 0.2)).allSatisfy { $0 == 0 })
    #expect(passes(level(-39.8, seconds: 0.2)))
  }

  @Test("it stays open down to 3 dB below its threshold, and closes below that")
  func closes() {
    let open = level(-30, seconds: 0.1)
    let softer = open + level(-42.8, seconds: 0.3)
    #expect(passes(softer))
    let soft = open + level(-43.2, seconds: 0.4)
    #expect(EffectRig.play(Gate.init, values, soft).suffix(9600).allSatisfy { $0 == 0 })
  }

  @Test("it holds for 20 ms, then falls to 37 % in the release time")
  func times() {
    let input =
      EffectRig.constant(0.5, count: 4800) + EffectRig.constant(0.001, count: 9600)
    let output = EffectRig.left(EffectRig.play(Gate.init, values, input))
    #expect(abs(output[4800 + 955] - 0.001) < 1e-9)
    #expect(abs(output[4800 + 960 + 480] / 0.001 - 0.368) < 0.01)
    // 63 % of the way up in the attack time.
    #expect(abs(output[47] / 0.5 - 0.632) < 0.01)
  }
}
