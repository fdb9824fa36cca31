// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct ChorusTests {
  @Test("without depth it is an echo of 12 ms")
  func echo() {
    let output = EffectRig.left(
      EffectRig.play(Chorus.init, [1, 0, 0.4], EffectRig.click(count: 2000)))
    #expect(abs(output[0] - 0.6) < 1e-6 && abs(output[576] - 0.4) < 1e-4)
  }

  @Test("the delay swings as the formula says, a quarter turn ahead on the right")
  func swing() {
    var input = EffectRig.constant(0, count: 48_000)
    for frame in stride(from: 0, to: 48_000, by: 2400) {
      (input[2 * frame], input[2 * frame + 1]) = (1, 1)
    }
    let output = EffectRig.play(Chorus.init, [2, 1, 1], input)
    for (side, turn) in [(EffectRig.left(output), 0.0), (EffectRig.right(output), 0.25)] {
      for first in stride(from: 0, to: 45_000, by: 2400) {
        let range = first..<first + 2400
        let arrival = range.max { side[$0] < side[$1] } ?? 0
        let angle = 2 * .pi * (2 * Double(arrival) / 48_000 + turn)
        let expected = 576 + 240 * sin(angle)
        #expect(abs(Double(arrival - first) - expected) < 1.5)
      }
    }
  }
}
