// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import DSP
import Simulation
import Testing

@testable import flam_score

@Suite struct BackgroundTests {
  private static func clip(amplitude: Float, seed: UInt64) -> Clip {
    Clip(
      samples: Signal.noise(count: 9600, amplitude: amplitude, seed: seed), sampleRateHz: 48_000,
      onsetFrame: 2400, label: "x", levelDecibels: nil)
  }

  private static func decibels(_ samples: some Sequence<Float>, count: Int) -> Float {
    Units.decibels(power: samples.reduce(0) { $0 + $1 * $1 } / Float(count))
  }

  @Test("the noise lies 6 dB over the loudest tenth of the backgrounds")
  func level() {
    let clips = (1...40).map { Self.clip(amplitude: 0.01, seed: $0) }
    let noise = Background(covering: clips).noise(count: 96_000, seed: 1)
    let level = Self.decibels(noise, count: noise.count)
    let own = Self.decibels(clips[0].samples, count: 9600)
    // A tenth of the periodograms of noise lies 3.6 dB over its power (exponential distribution: ln 10), and 6 dB.
    #expect(abs(level - own - 9.6) < 0.7)
  }

  @Test("another room turns the noise of each frequency up or down, by at most its bells together")
  func otherNoise() {
    let clips = (1...10).map { Self.clip(amplitude: 0.01, seed: $0) }
    let background = Background(covering: clips)
    let other = background.heard(in: OtherRoom(seed: 6))
    let changes = zip(other.amplitude, background.amplitude).map {
      Units.decibels(amplitude: $0 / $1)
    }
    #expect((changes.max() ?? 0) - (changes.min() ?? 0) > 3)
    #expect(changes.allSatisfy { abs($0) < 1.5 * OtherRoom.mostDecibels })
  }

  @Test("joined clips keep their onsets and stand out of the noise")
  func joined() {
    var clip = Clip(
      samples: [Float](repeating: 0, count: 14_400), sampleRateHz: 48_000, onsetFrame: 2400,
      label: "x", levelDecibels: nil)
    clip.samples[2400] = 0.9
    let quiet = Background(covering: [Self.clip(amplitude: 0.0001, seed: 1)])
    let joined = JoinedClips([clip, clip, clip], over: quiet, seed: 1)
    #expect(joined.onsetFrames == [50_400, 93_600, 136_800])
    for frame in joined.onsetFrames { #expect(abs(joined.samples[frame] - 0.9) < 0.01) }
  }

  @Test(
    "another room turns each frequency up or down by at most its bells, and is the same every time")
  func otherRoom() {
    let clip = Self.clip(amplitude: 0.1, seed: 3)
    let room = OtherRoom(seed: 5)
    let there = room(clip)
    #expect(there.samples != clip.samples)
    #expect(OtherRoom(seed: 5)(clip).samples == there.samples)
    let change =
      Self.decibels(there.samples, count: 9600) - Self.decibels(clip.samples, count: 9600)
    #expect(abs(change) < OtherRoom.mostDecibels + 1)
  }
}
