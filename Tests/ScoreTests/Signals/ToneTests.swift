// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import flam_score

@Suite struct ToneTests {
  @Test("a tone has its frequency, amplitude and phase, at any rate and length")
  func tone() {
    let sound = [Tone(frequencyHz: 100, amplitude: 0.5, phase: 0.25)]
      .sound(count: 20_000, sampleRateHz: 8000)
    #expect(sound.count == 20_000)
    #expect(abs(sound[0] - 0.5) < 1e-6 && abs(sound[40] + 0.5) < 1e-6)
    #expect(abs(sound[16_000] - 0.5) < 1e-6)
  }

  @Test("hum repeats with the period of its mains, and not with the other's", arguments: [50, 60])
  func hum(frequencyHz: Int) {
    var maker = NoiseMaker(seed: 3)
    let sound = Tone.hum(frequencyHz: frequencyHz, isPulsed: false, &maker)
      .sound(count: 48_000, sampleRateHz: 48_000)
    let period = 48_000 / frequencyHz
    let other = 48_000 / (110 - frequencyHz)
    #expect((0..<4000).allSatisfy { abs(sound[$0] - sound[$0 + period]) < 1e-4 })
    #expect((0..<4000).contains { abs(sound[$0] - sound[$0 + other]) > 0.1 })
  }

  @Test("the pulses of a dimmer are steeper than hum of the same level")
  func pulses() {
    func steepest(_ isPulsed: Bool) -> Float {
      var maker = NoiseMaker(seed: 3)
      var sound = Tone.hum(frequencyHz: 50, isPulsed: isPulsed, &maker)
        .sound(count: 48_000, sampleRateHz: 48_000)
      sound.setLevel(decibels: -20)
      let steps = zip(sound, sound.dropFirst()).map { abs($1 - $0) }
      return steps.max() ?? 0
    }
    #expect(steepest(true) > 1.3 * steepest(false))
  }
}
