// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Simulation
import Testing

/// Onsets that are found early or late.
@Suite struct StrayingTests {
  private static let sounds = [
    StruckSounds.low, StruckSounds.middle, StruckSounds.high,
    StruckSounds.Sound(frequencyHz: 300, decaySeconds: 0.02, noise: 0.3),
  ]
  /// How far from the strike the onsets of a take are found, in frames: up to 4 ms.
  private static let straysFrames = [0, 96, -48, 192, 24, -120, 0, 144, -192, 48]

  /// Each sound from its own take, with the onsets `straysFrames` off.
  private static func takes(
    seed: UInt64, straysFrames: [Int]
  ) -> [(samples: [Float], onsetFrames: [Int])] {
    sounds.enumerated().map { index, sound in
      let take = StruckSounds.take(
        sound, amplitudes: StruckSounds.dynamics(count: straysFrames.count),
        seed: seed + UInt64(index))
      return (take.samples, zip(take.onsetFrames, straysFrames).map { $0 + $1 })
    }
  }

  private static func examples(
    _ takes: [(samples: [Float], onsetFrames: [Int])]
  ) -> [[Example]] {
    var reader = ExampleReader(sampleRateHz: 48_000)
    return takes.map { take in
      var history = InputHistory(minimumCapacity: take.samples.count, sampleRateHz: 48_000)
      for sample in take.samples { history.append(sample) }
      return take.onsetFrames.map { reader.example(history, onsetFrame: $0) }
    }
  }

  private static func profile(_ examples: [[Example]]) -> Profile {
    Profile(
      sounds: examples.enumerated().map {
        Profile.SoundClass(name: "\($0)", role: .other, examples: $1)
      }, noiseDecibels: -80)
  }

  /// Share of the hits that are known at a horizon.
  private static func accuracy(
    _ profile: Profile, _ takes: [(samples: [Float], onsetFrames: [Int])], horizon: Int
  ) -> Double {
    let right = takes.enumerated().flatMap { index, take in
      Listening.verdicts(profile, take.samples, onsetFrames: take.onsetFrames)
        .map { $0[horizon].sound == index ? 1.0 : 0 }
    }
    return right.reduce(0, +) / Double(right.count)
  }

  @Test("sounds are known after 12 ms though onsets are found up to 4 ms off, learning and playing")
  func onsets() {
    let learned = Self.profile(
      Self.examples(Self.takes(seed: 1, straysFrames: Self.straysFrames)))
    let played = Self.takes(seed: 100, straysFrames: Self.straysFrames.reversed())
    #expect(Self.accuracy(learned, played, horizon: 4) >= 0.95)
    #expect(Self.accuracy(learned, played, horizon: 5) == 1)
  }
}
