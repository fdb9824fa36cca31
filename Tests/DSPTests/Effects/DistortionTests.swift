// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct DistortionTests {
  @Test(
    "nothing folds back above -90 dB of a tone at 12 dB of drive",
    arguments: [501, 997, 1249, 2503, 3499, 4999] as [Double])
  func aliasing(hertz: Double) {
    let count = 16_384
    // A whole number of periods: the overtones are on lines of their own.
    let cycles = (hertz * Double(count) / 48_000).rounded()
    let bin = Int(cycles)
    let input = EffectRig.sine(hertz: cycles * 48_000 / Double(count), count: count + 400)
    let output = EffectRig.left(EffectRig.play(Distortion.init, [12, 1], input))
    let powers = EffectRig.powers(Array(output.suffix(count)))
    let loudest = powers.indices.filter { line in
      let overtone = (line + bin / 2) / bin * bin
      return line > 4 && abs(line - overtone) > 4
    }.map { powers[$0] }.max()
    let level = 10 * log10((loudest ?? 0) / powers[bin])
    #expect(level < -90, "\(hertz) Hz: \(level) dB")
  }

  @Test("what is soft passes as it is without drive, later by the latency", arguments: [0.5, 1])
  func identity(mix: Float) {
    let latency = EffectRig.latencyFrames(Distortion.init, [0, mix])
    #expect(latency == 39)
    for hertz in [50.0, 440, 3000, 10_000, 17_000] {
      let input = EffectRig.sine(hertz: hertz, amplitude: 0.01, count: 4096)
      let output = EffectRig.play(Distortion.init, [0, mix], input)
      var error = 0.0
      for frame in 1000..<4096 {
        error = max(
          error, abs(Double(output[2 * frame]) - Double(input[2 * (frame - latency)])))
      }
      let level = EffectRig.decibels(error / 0.01)
      #expect(level < -100, "\(hertz) Hz: \(level) dB")
    }
  }

  @Test("the level at -12 dBFS stays about the same", arguments: [6, 12, 24, 40, 60] as [Float])
  func level(drive: Float) {
    let input = EffectRig.sine(hertz: 440, amplitude: 0.25, count: 9600)
    let output = EffectRig.play(Distortion.init, [drive, 1], input).suffix(4800)
    let power = output.reduce(0.0) { $0 + Double($1) * Double($1) } / 4800
    let gain = 10 * log10(power / (0.25 * 0.25 / 2))
    #expect((-0.5...3.2).contains(gain), "\(gain) dB")
  }

  @Test("the wave is bent as the formula says")
  func curve() {
    let gain = pow(10, 24.0 / 20)
    let kept = tanh(gain * 0.125) / tanh(0.125)
    for level in [0.01, 0.1, 0.5, 1, 3] {
      let output = EffectRig.play(
        Distortion.init, [24, 1], EffectRig.constant(Float(level), count: 400))
      let expected = 2 * tanh(gain * level / 2) / kept
      #expect(abs(Double(output[600]) - expected) < 1e-5 * expected)
    }
  }
}
