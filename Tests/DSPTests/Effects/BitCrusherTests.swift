// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@Suite struct BitCrusherTests {
  @Test("samples become the nearest level", arguments: [1, 2, 8, 16] as [Float])
  func levels(bits: Float) {
    let noise = Signal.noise(count: 2000)
    let distance = Units.ratio(cents: 1200 * (1 - bits))
    let output = EffectRig.play(BitCrusher.init, [bits, 192_000], noise)
    for (sample, level) in zip(noise, output) {
      #expect(abs(level - sample) <= 0.5 * distance)
      #expect((level / distance).rounded() * distance == level)
    }
    // Mid-tread: soft noise is silent.
    let soft = Signal.noise(count: 100, amplitude: 0.49 * distance)
    #expect(EffectRig.play(BitCrusher.init, [bits, 192_000], soft).allSatisfy { $0 == 0 })
  }

  @Test("24 bits at a high rate change nothing that counts")
  func fine() {
    let noise = Signal.noise(count: 2000)
    let output = EffectRig.play(BitCrusher.init, [24, 192_000], noise)
    #expect(zip(noise, output).allSatisfy { abs($0 - $1) <= 0x1p-24 })
  }

  @Test("each sample is held until the next is due", arguments: [12_000, 4800] as [Float])
  func rate(hertz: Float) {
    let noise = Signal.noise(count: 2000)
    let output = EffectRig.play(BitCrusher.init, [24, hertz], noise)
    let every = Int(48_000 / hertz)
    for frame in 0..<1000 {
      let taken = frame / every * every
      #expect(abs(output[2 * frame] - noise[2 * taken]) < 1e-6)
    }
  }
}
