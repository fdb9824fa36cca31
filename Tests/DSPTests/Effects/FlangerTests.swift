// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct FlangerTests {
  @Test("without depth it is the comb of the formula")
  func comb() {
    let response = EffectRig.left(
      EffectRig.play(Flanger.init, [1, 0, 0.5], EffectRig.click(count: 8000)))
    for hertz in [50.0, 100, 200, 333, 400, 1000, 4100] {
      let angle = 2 * .pi * hertz * 120 / 48_000
      // 0.5 + 0.5 z / (1 - 0.6 z) = 0.5 (1 + 0.4 z) / (1 - 0.6 z), with z = e^(-j angle)
      let expected =
        0.5 * hypot(1 + 0.4 * cos(angle), 0.4 * sin(angle))
        / hypot(1 - 0.6 * cos(angle), 0.6 * sin(angle))
      let gain = EffectRig.gain(response, hertz: hertz)
      #expect(abs(EffectRig.decibels(gain / expected)) < 0.01, "\(hertz) Hz: \(gain)")
    }
  }

  @Test("a sweep moves its nulls through the sound")
  func sweep() {
    let input = EffectRig.sine(hertz: 1000, count: 48_000)
    let output = EffectRig.left(EffectRig.play(Flanger.init, [1, 1, 0.5], input))
    let peaks = stride(from: 2000, to: 46_000, by: 96).map { first in
      output[first..<first + 96].reduce(0) { max($0, abs($1)) }
    }
    #expect((peaks.max() ?? 0) > 1.5 && (peaks.min() ?? 1) < 0.3)
  }
}
