// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct ExampleReaderTests {
  private struct Stroke {
    let sound: StruckSounds.Sound
    let seconds: Double
    let amplitude: Float
  }

  /// Peaks of the hits found in strokes over a faint background, in decibels.
  private func found(_ strokes: [Stroke]) -> [Float] {
    let seconds = (strokes.map(\.seconds).max() ?? 0) + 0.5
    var samples = Signal.noise(count: Int(48_000 * seconds), amplitude: 1e-4, seed: 7)
    for (index, stroke) in strokes.enumerated() {
      let take = StruckSounds.take(
        stroke.sound, amplitudes: [stroke.amplitude], spacingSeconds: 0.3, background: 0,
        seed: UInt64(index + 1))
      let start = Int(48_000 * stroke.seconds)
      for (offset, sample) in take.samples[take.onsetFrames[0]...].enumerated()
      where start + offset < samples.count {
        samples[start + offset] += sample
      }
    }
    var reader = ExampleReader(sampleRateHz: 48_000)
    return reader.examples(in: samples).map(\.loudestDecibels)
  }

  private func roll(distanceSeconds: Double, decibels: [Float]) -> [Stroke] {
    decibels.enumerated().map { index, level in
      Stroke(
        sound: StruckSounds.middle, seconds: 0.5 + distanceSeconds * Double(index),
        amplitude: 0.5 * Units.amplitude(decibels: level))
    }
  }

  @Test(
    "soft hits soon after hard ones are found, down to 20 dB below",
    arguments: [-10, -20] as [Float])
  func softAfterHard(level: Float) {
    let levels = (0..<10).map { $0 % 2 == 0 ? 0 : level }
    let found = found(roll(distanceSeconds: 0.15, decibels: levels))
    #expect(found.count == 10)
    #expect(found.filter { $0 < -12 }.count == 5)
  }

  @Test("a roll of 12 a second with an accent on each fourth is found whole")
  func accents() {
    let levels = (0..<16).map { $0 % 4 == 0 ? Float(0) : -9 }
    #expect(found(roll(distanceSeconds: 1.0 / 12, decibels: levels)).count == 16)
  }

  @Test("a finger that leaves the key is no hit")
  func release() {
    let strokes = (0..<6).flatMap { index in
      let seconds = 0.5 + 0.5 * Double(index)
      return [
        Stroke(sound: StruckSounds.middle, seconds: seconds, amplitude: 0.5),
        Stroke(sound: StruckSounds.high, seconds: seconds + 0.1, amplitude: 0.1),
      ]
    }
    #expect(found(strokes).count == 6)
  }

  @Test("a precursor just before a stroke is no hit")
  func precursor() {
    let strokes = (0..<5).flatMap { index in
      let seconds = 0.5 + 0.5 * Double(index)
      return [
        Stroke(sound: StruckSounds.high, seconds: seconds - 0.02, amplitude: 0.01),
        Stroke(sound: StruckSounds.middle, seconds: seconds, amplitude: 0.5),
      ]
    }
    #expect(found(strokes).count == 5)
  }
}
