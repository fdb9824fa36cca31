// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import Testing

@Suite struct TransientShaperTests {
  /// Noise that begins at once and decays.
  private let stroke: [Float] = {
    let noise = Signal.noise(count: 48_000, amplitude: 0.5)
    return noise.indices.map { noise[$0] * Float(exp(-Double($0) / 2 / 4800)) }
  }()

  /// By how many decibels some frames are louder than those of the stroke.
  private func gain(_ output: [Float], _ frames: Range<Int>) -> Double {
    func energy(_ signal: [Float]) -> Double {
      signal[2 * frames.lowerBound..<2 * frames.upperBound].reduce(0) {
        $0 + Double($1) * Double($1)
      }
    }
    return 10 * log10(energy(output) / energy(stroke))
  }

  @Test("attack changes the first milliseconds", arguments: [-12, 12] as [Float])
  func attack(decibels: Float) {
    let output = EffectRig.play(TransientShaper.init, [decibels, 0], stroke)
    let gains = [gain(output, 24..<144), gain(output, 4800..<9600)]
    #expect(abs(gains[0] - Double(decibels)) < 1.5, "\(gains)")
    #expect(abs(gains[1]) < 1.5, "\(gains)")
  }

  @Test("sustain changes what rings on", arguments: [-12, 12] as [Float])
  func sustain(decibels: Float) {
    let output = EffectRig.play(TransientShaper.init, [0, decibels], stroke)
    let gains = [gain(output, 0..<48), gain(output, 14_400..<19_200)]
    #expect(abs(gains[0]) < 1, "\(gains)")
    #expect(gains[1] * Double(decibels.sign == .minus ? -1 : 1) > 6, "\(gains)")
  }

  @Test("a steady tone, and any sound at 0, stay as they are")
  func steady() {
    #expect(EffectRig.play(TransientShaper.init, [0, 0], stroke) == stroke)
    let tone = EffectRig.sine(hertz: 440, amplitude: 0.5, count: 48_000)
    let output = EffectRig.play(TransientShaper.init, [12, 12], tone)
    let gain = Double(output.suffix(9600).max() ?? 0) / 0.5
    #expect(abs(EffectRig.decibels(gain)) < 1, "\(EffectRig.decibels(gain)) dB")
  }
}
