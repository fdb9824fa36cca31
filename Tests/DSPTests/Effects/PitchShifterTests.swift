// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import Testing

@Suite struct PitchShifterTests {
  @Test(
    "a tone becomes one of the other pitch, as loud", arguments: [-12, -5, 3, 7, 12] as [Float],
    [220, 440, 1234.5])
  func pitch(semitones: Float, hertz: Double) {
    let input = EffectRig.sine(hertz: hertz, amplitude: 0.5, count: 49_152)
    let output = EffectRig.left(EffectRig.play(PitchShifter.init, [semitones, 1], input))
    let end = Array(output.suffix(32_768))
    let expected = hertz * pow(2, Double(semitones) / 12)
    let powers = EffectRig.powers(end)
    let peak = powers.indices.max { powers[$0] < powers[$1] } ?? 0
    let (low, middle, high) = (log(powers[peak - 1]), log(powers[peak]), log(powers[peak + 1]))
    let place = Double(peak) + 0.5 * (low - high) / (low - 2 * middle + high)
    let found = place * 48_000 / 32_768
    #expect(abs(found - expected) < 1, "\(found) Hz, not \(expected)")
    let level = EffectRig.decibels(EffectRig.amplitude(end, hertz: found) / 0.5)
    #expect(abs(level) < 1, "\(level) dB")
  }

  @Test("without a change of pitch the sound comes back to -120 dB, later by the latency")
  func unchanged() {
    let noise = Signal.noise(count: 16_384)
    let output = EffectRig.play(PitchShifter.init, [0, 1], noise)
    let latency = EffectRig.latencyFrames(PitchShifter.init, [0, 1])
    let error = (0..<8192 - latency).reduce(Float(0)) {
      max($0, abs(output[2 * ($1 + latency)] - noise[2 * $1]))
    }
    #expect(error < 2e-6, "\(error)")
  }

  @Test(
    "a click stays short, and where it was", arguments: [-7, 0, 7] as [Float], [256, 3000])
  func click(semitones: Float, frame: Int) {
    var input = EffectRig.constant(0, count: 8192)
    (input[2 * frame], input[2 * frame + 1]) = (1, 1)
    let output = EffectRig.left(EffectRig.play(PitchShifter.init, [semitones, 1], input))
    let place = frame + EffectRig.latencyFrames(PitchShifter.init, [semitones, 1])
    let energy = output.reduce(0) { $0 + $1 * $1 }
    let near = output[place - 150...place + 150].reduce(0) { $0 + $1 * $1 }
    #expect(near > 0.2 && near > 0.8 * energy, "\(near) of \(energy)")
  }
}
