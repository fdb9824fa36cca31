// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Instrument

@Suite struct HitValidatorWeightsTests {
  private let weights = HitValidatorWeights()

  @Test("each table begins and ends with the numbers that were trained")
  func ends() {
    #expect(weights.inputs.count == 4608 && weights.hiddenBiases.count == 144)
    #expect(weights.outputs.count == 144 && weights.outputBiases == [-0.67, -0.501, -0.458])
    #expect(weights.inputs.first == -0.107 && weights.inputs.last == 0.113)
    #expect(weights.hiddenBiases.first == 0.468 && weights.hiddenBiases.last == 0.884)
    #expect(weights.outputs.first == -0.244 && weights.outputs.last == -0.652)
    #expect(weights.own.count == 15 && weights.own.last == -1.355)
    #expect(weights.general.count == 12 && weights.general.last == 0.283)
  }

  @Test("not a bit of a weight differs from the training")
  func bits() {
    // FNV-1a over the numbers, little-endian.
    let tables = [
      weights.inputs, weights.hiddenBiases, weights.outputs, weights.outputBiases, weights.own,
      weights.general,
    ]
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for number in tables.joined() {
      for shift in stride(from: 0, to: 32, by: 8) {
        hash = (hash ^ UInt64(number.bitPattern >> UInt32(shift) & 0xFF)) &* 0x100_0000_01B3
      }
    }
    #expect(hash == 0x0428_C9DA_3DA4_E341)
  }
}
