// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct CompressorTests {
  private func amplitude(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

  /// The curve of the paper, with a knee of 6 dB.
  private func curve(_ input: Double, _ threshold: Double, _ ratio: Double) -> Double {
    let over = input - threshold
    if 2 * over < -6 { return input }
    if 2 * over > 6 { return threshold + over / ratio }
    return input + (1 / ratio - 1) * pow(over + 3, 2) / 12
  }

  @Test("the level follows the static curve to 0.1 dB", arguments: [1, 2, 4, 20, 100] as [Double])
  func curve(ratio: Double) {
    for level in stride(from: -60.0, through: 0, by: 2.5) {
      let expected = curve(level, -24, ratio) + 3
      for input in [
        EffectRig.constant(amplitude(level), count: 9600),
        EffectRig.sine(hertz: 1000, amplitude: Double(amplitude(level)), count: 9600),
      ] {
        let output = EffectRig.play(
          Compressor.init, [-24, Float(ratio), 0.005, 0.3, 3], input)
        let reached = EffectRig.decibels(Double(output.suffix(960).max() ?? 0))
        #expect(abs(reached - expected) < 0.1, "\(level) dB: \(reached), not \(expected)")
      }
    }
  }

  /// The gain in decibels of each frame of a jump of levels.
  private func gains(from first: Double, to second: Double, values: [Float]) -> [Double] {
    let input =
      EffectRig.constant(amplitude(first), count: 24_000)
      + EffectRig.constant(amplitude(second), count: 24_000)
    let output = EffectRig.play(Compressor.init, values, input)
    return (24_000..<48_000).map { EffectRig.decibels(Double(output[2 * $0] / input[2 * $0])) }
  }

  @Test(
    "after the attack time 63 % of the reduction is there", arguments: [0.001, 0.02] as [Float])
  func attack(seconds: Float) {
    let gains = gains(from: -60, to: -10, values: [-30, 4, seconds, 0.2, 0])
    let reached = gains[Int(seconds * 48_000) - 1] / -15
    #expect(abs(reached - 0.632) < 0.01, "\(reached)")
  }

  @Test("after the release time 37 % of the reduction is left", arguments: [0.05, 0.2] as [Float])
  func release(seconds: Float) {
    let gains = gains(from: -10, to: -60, values: [-30, 4, 0.0001, seconds, 0])
    let left = gains[Int(seconds * 48_000) - 1] / -15
    #expect(abs(left - 0.368) < 0.01, "\(left)")
  }

  @Test("both sides have the gain of the louder one")
  func link() {
    let input = (0..<9600).map { $0 % 2 == 0 ? amplitude(-4) : amplitude(-50) }
    let output = EffectRig.play(Compressor.init, [-24, 4, 0.001, 0.1, 0], input)
    let gains = [output[9000] / input[9000], output[9001] / input[9001]]
    #expect(abs(EffectRig.decibels(Double(gains[0])) + 15) < 0.1)
    #expect(abs(gains[0] - gains[1]) < 1e-6)
  }

  @Test("another sound can be what lowers it")
  func key() {
    var unit = Compressor(EffectRig.values([-24, 4, 0.001, 0.1, 0]), sampleRateHz: 48_000)
    var frames = EffectRig.constant(amplitude(-50), count: 4800)
    unit.process(&frames, count: 4800, key: EffectRig.constant(amplitude(-4), count: 4800))
    let gain = EffectRig.decibels(Double(frames[9598] / amplitude(-50)))
    #expect(abs(gain + 15) < 0.1, "\(gain)")
  }
}
