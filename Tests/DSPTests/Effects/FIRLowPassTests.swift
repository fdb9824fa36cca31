// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@Suite struct FIRLowPassTests {
  private func response(_ values: [Float], rateHz: Float = 48_000) -> [Float] {
    EffectRig.left(
      EffectRig.play(FIRLowPass.init, values, EffectRig.click(count: 1100), rateHz: rateHz))
  }

  @Test(
    "it leaves a constant as it is, and half of the cutoff",
    arguments: [44_100, 48_000, 96_000] as [Float])
  func cutoff(rateHz: Float) {
    for (cutoffHz, taps) in [
      (1000, 301), (5000, 101), (12_000, 31), (500, 1023),
    ] as [(Float, Float)] {
      let response = response([cutoffHz, taps], rateHz: rateHz)
      func gain(_ hertz: Float) -> Double {
        EffectRig.gain(response, hertz: Double(hertz), rateHz: Double(rateHz))
      }
      #expect(abs(gain(0) - 1) < 1e-5)
      let level = EffectRig.decibels(gain(cutoffHz))
      #expect(abs(level + 6.02) < 0.1, "\(cutoffHz) Hz, \(taps) taps: \(level) dB")
      let beyond = cutoffHz + 2 * rateHz / taps
      if beyond < 0.49 * rateHz { #expect(gain(beyond) < 0.004) }
    }
  }

  @Test("it delays all frequencies by half of its taps", arguments: [3, 101, 1023])
  func symmetry(taps: Int) {
    let response = response([2000, Float(taps)])
    let latency = EffectRig.latencyFrames(FIRLowPass.init, [2000, Float(taps)])
    #expect(latency == (taps - 1) / 2)
    #expect((0..<taps).allSatisfy { response[$0] == response[taps - 1 - $0] })
    #expect(response[taps...].allSatisfy { $0 == 0 })
    #expect(response.max() == response[latency])
  }

  @Test("after a glide it is the other filter, even if it was gliding", arguments: [1, 17, 500])
  func glide(frameCount: Int) {
    let noise = Signal.noise(count: 8000)
    let glided = EffectRig.play(
      FIRLowPass.init, [3000, 61], noise,
      changes: [
        EffectRig.Change(frame: 100, values: [700, 901]),
        EffectRig.Change(frame: 750, values: [1000, 301], frameCount: frameCount),
      ])
    let fresh = EffectRig.play(FIRLowPass.init, [1000, 301], noise)
    #expect(glided.suffix(2000) == fresh.suffix(2000))
  }
}
