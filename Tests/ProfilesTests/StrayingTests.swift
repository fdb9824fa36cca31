// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import TestSupport
import Testing

/// Onsets that are found early or late, and sounds that come from another place.
@Suite struct StrayingTests {
  private static let sounds = [
    StruckSounds.low, StruckSounds.middle, StruckSounds.high,
    StruckSounds.Sound(frequencyHz: 300, decaySeconds: 0.02, noise: 0.3),
  ]
  /// How far from the strike the onsets of a take are found, in frames: up to 4 ms.
  private static let straysFrames = [0, 96, -48, 192, 24, -120, 0, 144, -192, 48]

  /// Each sound from its own take, heard through `place`, with the onsets `straysFrames` off.
  private static func takes(
    seed: UInt64, straysFrames: [Int], place: ([Float]) -> [Float] = { $0 }
  ) -> [(samples: [Float], onsetFrames: [Int])] {
    sounds.enumerated().map { index, sound in
      let take = StruckSounds.take(
        sound, amplitudes: StruckSounds.dynamics(count: straysFrames.count),
        seed: seed + UInt64(index))
      return (place(take.samples), zip(take.onsetFrames, straysFrames).map { $0 + $1 })
    }
  }

  private static func examples(
    _ takes: [(samples: [Float], onsetFrames: [Int])], session: Int = 0
  ) -> [[Example]] {
    var reader = ExampleReader(sampleRateHz: 48_000)
    return takes.map { take in
      var history = InputHistory(minimumCapacity: take.samples.count)
      for sample in take.samples { history.append(sample) }
      return take.onsetFrames.map { onset in
        var example = reader.example(history, onsetFrame: onset)
        example.session = session
        return example
      }
    }
  }

  private static func profile(_ examples: [[Example]]) -> Profile {
    Profile(
      sounds: examples.enumerated().map {
        Profile.Sound(name: "\($0)", role: .other, examples: $1)
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

  /// A dull room: 6 dB an octave less above 700 Hz, and a reflection after 4 ms.
  private static func dullRoom(_ samples: [Float]) -> [Float] {
    var level: Float = 0
    let dull = samples.map { sample in
      level += 0.09 * (sample - level)
      return level
    }
    return dull.indices.map { $0 < 192 ? dull[$0] : dull[$0] - 0.5 * dull[$0 - 192] }
  }

  @Test("sounds are known after 12 ms though onsets are found up to 4 ms off, learning and playing")
  func onsets() {
    let learned = Self.profile(
      Self.examples(Self.takes(seed: 1, straysFrames: Self.straysFrames)))
    let played = Self.takes(seed: 100, straysFrames: Self.straysFrames.reversed())
    #expect(Self.accuracy(learned, played, horizon: 4) >= 0.95)
    #expect(Self.accuracy(learned, played, horizon: 5) == 1)
  }

  @Test("three hits a sound in another place are enough to know the sounds there")
  func place() {
    let none = Array(repeating: 0, count: 10)
    let before = Self.examples(Self.takes(seed: 1, straysFrames: none))
    let today = Self.examples(
      Self.takes(seed: 50, straysFrames: Array(none.prefix(3)), place: Self.dullRoom), session: 1)
    let relearned = Self.profile(zip(before, today).map { $0 + $1 })
    let played = Self.takes(seed: 100, straysFrames: none, place: Self.dullRoom)
    let accuracy = Self.accuracy(relearned, played, horizon: 4)
    #expect(accuracy >= 0.95)
    #expect(accuracy > Self.accuracy(Self.profile(before), played, horizon: 4))
  }
}
