// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@Suite struct SampleQuantiserTests {
  @Test("a value that fits a whole number is written exactly, dither or not", arguments: [16, 24])
  func exact(bits: Int) {
    let fullScale = Float(1 << (bits - 1))
    var quantiser = SampleQuantiser(bits: bits, ditherSeed: 1)
    for code in stride(from: -(1 << (bits - 1)), to: 1 << (bits - 1), by: 997) {
      #expect(quantiser.code(Float(code) / fullScale) == Int32(code))
    }
    #expect(quantiser.code(0) == 0 && quantiser.code(.nan) == 0)
    #expect(quantiser.code(2) == Int32(fullScale - 1) && quantiser.code(-2) == Int32(-fullScale))
  }

  @Test("32 bits hold a sample of -50 dB and more as exactly as the float does")
  func precise() {
    var quantiser = SampleQuantiser(bits: 32, ditherSeed: 1)
    for sample in Signal.noise(count: 10_000, amplitude: 0.9) where abs(sample) > 1 / 256 {
      #expect(Double(quantiser.code(sample)) / 2_147_483_648 == Double(sample))
    }
  }

  @Test("dither makes the error of a sound a noise that is the same at any level")
  func dither() {
    var quantiser = SampleQuantiser(bits: 16, ditherSeed: 1)
    for level: Float in [0.1, 0.3, 0.5] {
      let errors = (0..<20_000).map { _ in
        Double(quantiser.code(level / 32_768)) - Double(level)
      }
      let mean = errors.reduce(0, +) / 20_000
      let power = errors.reduce(0) { $0 + $1 * $1 } / 20_000
      // Triangular noise of two steps has a mean square of 1/6, rounding adds 1/12.
      #expect(abs(mean) < 0.02 && abs(power - 0.25) < 0.01, "\(mean) \(power)")
    }
  }

  @Test(
    "dither of 24 bits is the same at any level, though more of the loud samples are whole numbers",
    arguments: [0.9, 0.3, 0.01] as [Float])
  func evenDither(level: Float) {
    var quantiser = SampleQuantiser(bits: 24, ditherSeed: 1)
    let errors = Signal.noise(count: 20_000, amplitude: level).map {
      Double(quantiser.code($0)) - Double($0) * 8_388_608
    }
    let power = errors.reduce(0) { $0 + $1 * $1 } / 20_000
    #expect(abs(power - 0.25) < 0.01, "\(power)")
  }

  @Test("limited sound is not written beyond its ceiling", arguments: [16, 24])
  func ceiling(bits: Int) {
    let ceiling = SoftLimiter.ceilingAmplitude
    var quantiser = SampleQuantiser(bits: bits, ditherSeed: 1)
    let fullScale = Float(1 << (bits - 1))
    for sample in [ceiling, ceiling.nextDown, -ceiling] {
      let written = (0..<1000).map { _ in abs(Float(quantiser.code(sample)) / fullScale) }
      #expect(written.allSatisfy { $0 <= ceiling })
    }
  }

  @Test("without dither the nearest number is written")
  func plain() {
    var quantiser = SampleQuantiser(bits: 16, ditherSeed: nil)
    #expect(quantiser.code(100.4 / 32_768) == 100 && quantiser.code(-100.6 / 32_768) == -101)
  }
}
