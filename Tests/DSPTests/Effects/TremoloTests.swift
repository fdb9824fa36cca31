// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct TremoloTests {
  @Test("the level follows the formula", arguments: [0.25, 0.5, 1] as [Float])
  func depth(depth: Float) {
    let output = EffectRig.play(Tremolo.init, [8, depth, 1], EffectRig.constant(1, count: 48_000))
    let gains = EffectRig.left(output)
    #expect(abs((gains.min() ?? 0) - (1 - depth)) < 1e-5)
    #expect(abs((gains.max() ?? 0) - 1) < 1e-5)
    for frame in stride(from: 0, to: 48_000, by: 777) {
      let share = (1 - cos(2 * .pi * 8 * Double(frame) / 48_000)) / 2
      #expect(abs(Double(gains[frame]) - (1 - Double(depth) * share)) < 1e-4)
    }
  }

  @Test("the mix halves the depth")
  func mix() {
    let output = EffectRig.play(Tremolo.init, [8, 1, 0.5], EffectRig.constant(1, count: 6000))
    #expect(abs((output.min() ?? 0) - 0.5) < 1e-5)
  }
}
