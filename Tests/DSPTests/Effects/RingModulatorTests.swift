// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct RingModulatorTests {
  @Test(
    "a tone becomes two, of half of its amplitude", arguments: [44_100, 48_000, 96_000] as [Float])
  func lines(rateHz: Float) {
    let rate = Double(rateHz)
    let input = EffectRig.sine(hertz: 1000, count: 8192, rateHz: rate)
    let output = EffectRig.left(
      EffectRig.play(RingModulator.init, [300, 1], input, rateHz: rateHz))
    for hertz in [700.0, 1300] {
      let amplitude = EffectRig.amplitude(output, hertz: hertz, rateHz: rate)
      #expect(abs(amplitude - 0.5) < 0.0005, "\(hertz) Hz: \(amplitude)")
    }
    for hertz in [300.0, 1000] {
      #expect(EffectRig.amplitude(output, hertz: hertz, rateHz: rate) < 1e-4)
    }
  }

  @Test("the sine goes on without a jump, for seconds and at any frequency")
  func phase() {
    let input = EffectRig.constant(1, count: 96_000)
    let output = EffectRig.left(EffectRig.play(RingModulator.init, [62.3, 1], input))
    let error = output.indices.reduce(0.0) { most, frame in
      let expected = sin(2 * .pi * 62.3 * Double(frame) / 48_000)
      return max(most, abs(Double(output[frame]) - expected))
    }
    #expect(error < 1e-4, "\(error)")
  }

  @Test("at a mix of 0 the sound passes as it is")
  func dry() {
    let input = EffectRig.sine(hertz: 440, count: 500)
    #expect(EffectRig.play(RingModulator.init, [300, 0], input) == input)
  }
}
