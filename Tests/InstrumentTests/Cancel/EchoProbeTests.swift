// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@testable import Instrument

@Suite struct EchoProbeTests {
  private let probe = EchoProbe(sampleRateHz: 48_000)

  /// The input if the left returns after 500 frames and again after 900, the right after 520, at
  /// half its level.
  private func heard(noise: Float) -> [Float] {
    var heard = Signal.noise(count: probe.samples.count, amplitude: noise, seed: 3)
    for (frame, sample) in probe.samples.enumerated() {
      for (lag, gain) in [(500, SIMD2<Float>(0.5, 0)), (900, SIMD2(0.2, 0)), (520, SIMD2(0, 0.25))]
      where frame + lag < heard.count { heard[frame + lag] += (gain * sample).sum() }
    }
    return heard
  }

  @Test("finds delay, gain and both responses, over a noisy room too", arguments: [0, 0.003])
  func path(noise: Float) {
    let path = probe.path(heard: heard(noise: noise))
    #expect(abs(path.delayFrames - 500) <= 2)
    // (0.5² + 0.2² + 0.25²) / 2, less the parts at the ends of the spectrum that the sweep does not
    // reach.
    #expect(abs(path.gainDecibels + 7.5) < 1.5)
    #expect(path.confidence > 0.9)
    #expect(path.left[500] > 0.4 && path.left[500] < 0.55)
    #expect(path.right[520] > 0.2 && path.right[520] < 0.3)
    #expect(abs(path.left[520]) < 0.08)
  }

  @Test("it finds no return if there is none")
  func nothing() {
    let noise = Signal.noise(count: probe.samples.count, amplitude: 0.003, seed: 3)
    #expect(probe.path(heard: noise).confidence < 0.3)
    #expect(probe.path(heard: []).confidence < 0.3)
  }

  @Test(
    "a return later than the searched range is not reported, though the next sweep hears it",
    arguments: [0.3, 0.6, 0.8, 0.9, 0.97] as [Float])
  func tooLate(seconds: Float) {
    let lag = Int(seconds * 48_000)
    var heard = Signal.noise(count: probe.samples.count, amplitude: 0.0003, seed: 3)
    // With a room after it, which reaches into the searched range.
    for (frame, sample) in probe.samples.enumerated() {
      for (later, gain) in [(0, Float(0.5)), (1500, 0.2), (4000, 0.05)]
      where frame + lag + later < heard.count { heard[frame + lag + later] += gain * sample.sum() }
    }
    #expect(!probe.path(heard: heard).isReturning)
  }

  @Test("headphones are distinguished from a return hidden by noise")
  func drowned() {
    let loud = probe.path(heard: heard(noise: 0.5).map { 0.1 * $0 })
    let quiet = Signal.noise(count: probe.samples.count, amplitude: 0.003, seed: 3)
    let noisy = Signal.noise(count: probe.samples.count, amplitude: 0.05, seed: 3)
    #expect(probe.path(heard: noisy).isDrowned && !probe.path(heard: quiet).isDrowned)
    #expect(!loud.isReturning && loud.isDrowned)
    let path = probe.path(heard: heard(noise: 0.003))
    #expect(path.isReturning && !path.isDrowned)
    let quieter = probe.path(heard: quiet.map { 0.1 * $0 })
    let apart = probe.path(heard: quiet).faintestDecibels - quieter.faintestDecibels
    #expect(abs(apart - 20) < 0.01)
  }

  @Test("is two seconds, no louder than declared")
  func samples() {
    #expect(probe.samples.count == 96_000)
    let peak = probe.samples.reduce(0) { max($0, abs($1.x), abs($1.y)) }
    #expect(abs(Units.decibels(amplitude: peak) + 18) < 0.1)
  }
}
