// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@Suite struct StereoWidthTests {
  private let noise = Signal.noise(count: 2000)

  @Test("the sum of both sides stays at any width", arguments: [0, 0.3, 1, 2] as [Float])
  func mono(width: Float) {
    let output = EffectRig.play(StereoWidth.init, [width], noise)
    for frame in 0..<1000 {
      let before = noise[2 * frame] + noise[2 * frame + 1]
      #expect(abs(output[2 * frame] + output[2 * frame + 1] - before) < 1e-6)
      let side = noise[2 * frame] - noise[2 * frame + 1]
      #expect(abs(output[2 * frame] - output[2 * frame + 1] - width * side) < 1e-6)
    }
  }

  @Test("a width of 1 changes nothing")
  func unchanged() {
    #expect(EffectRig.play(StereoWidth.init, [1], noise) == noise)
  }
}
