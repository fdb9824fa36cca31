// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import Testing

@Suite struct SpectralEffectTests {
  private let latency = EffectRig.latencyFrames(SpectralEffect.init, [0])

  @Test("unchanged, the sound comes back to -120 dB, later by the latency")
  func pass() {
    let noise = Signal.noise(count: 16_384)
    let output = EffectRig.play(SpectralEffect.init, [0, -40], noise)
    var (error, power) = (0.0, 0.0)
    for frame in 0..<8192 - latency {
      let expected = Double(noise[2 * frame])
      error += pow(Double(output[2 * (frame + latency)]) - expected, 2)
      power += expected * expected
    }
    let level = 10 * log10(error / power)
    #expect(level < -120, "\(level) dB")
  }

  @Test("the gate lets loud frequencies through, and keeps soft ones back")
  func gate() {
    let loud = EffectRig.sine(hertz: 1000, amplitude: 0.1, count: 16_384)
    let soft = EffectRig.sine(hertz: 5000, amplitude: 0.001, count: 16_384)
    let output = EffectRig.left(
      EffectRig.play(SpectralEffect.init, [1, -40], zip(loud, soft).map { $0 + $1 }))
    let end = Array(output.suffix(8192))
    let levels = [(1000, 0.1), (5000, 0.001)].map { hertz, amplitude in
      EffectRig.decibels(EffectRig.amplitude(end, hertz: hertz) / amplitude)
    }
    #expect(abs(levels[0]) < 0.5, "\(levels)")
    #expect(levels[1] < -18, "\(levels)")
  }

  @Test("freeze holds a tone after it has ended")
  func freeze() {
    let tone = EffectRig.sine(hertz: 1000, amplitude: 0.5, count: 9600)
    let output = EffectRig.left(
      EffectRig.play(
        SpectralEffect.init, [0, -40], tone + EffectRig.constant(0, count: 48_000),
        changes: [EffectRig.Change(frame: 9000, values: [2, -40])]))
    let held = EffectRig.amplitude(Array(output.suffix(8192)), hertz: 1000)
    #expect(abs(EffectRig.decibels(held / 0.5)) < 1, "\(held)")
  }

  @Test(
    "freeze from the beginning holds the first sound over its threshold",
    arguments: [0, 300, 4801])
  func frozenAtFirst(silentFrames: Int) {
    let soft = EffectRig.sine(hertz: 300, amplitude: 0.001, count: silentFrames)
    let tone = EffectRig.sine(hertz: 1000, amplitude: 0.5, count: 4800)
    let other = EffectRig.sine(hertz: 3000, amplitude: 0.5, count: 48_000)
    let output = EffectRig.left(
      EffectRig.play(SpectralEffect.init, [2, -40], soft + tone + other))
    let end = Array(output.suffix(8192))
    let levels = [1000, 3000].map {
      EffectRig.decibels(EffectRig.amplitude(end, hertz: $0) / 0.5)
    }
    #expect(levels[0] > -6 && levels[0] < 1, "\(levels)")
    #expect(levels[1] < -40, "\(levels)")
  }

  @Test("freeze from the beginning holds a short stroke")
  func frozenStroke() {
    var stroke = EffectRig.constant(0, count: 48_000)
    for frame in 0..<2000 {
      let sample = 0.8 * exp(-Float(frame) / 300) * sin(0.1 * Float(frame))
      (stroke[2 * (5000 + frame)], stroke[2 * (5000 + frame) + 1]) = (sample, sample)
    }
    let output = EffectRig.left(EffectRig.play(SpectralEffect.init, [2, -40], stroke))
    let level = output.suffix(8192).reduce(0) { max($0, abs($1)) }
    #expect(level > 0.05, "\(level)")
  }
}
