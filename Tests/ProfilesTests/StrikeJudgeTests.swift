// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import TestSupport
import Testing

@Suite struct StrikeJudgeTests {
  @Test(
    "what is struck stays a hit: short and long, low and high, soft and hard",
    arguments: [
      StruckSounds.low, StruckSounds.middle, StruckSounds.high,
      .init(frequencyHz: 300, decaySeconds: 0.1),
      .init(frequencyHz: 7000, decaySeconds: 0.4, noise: 0.5),
    ])
  func strikesStay(sound: StruckSounds.Sound) {
    let take = StruckSounds.take(
      sound, amplitudes: StruckSounds.dynamics(count: 10), spacingSeconds: 0.5)
    let (settled, withdrawnCount) = HearingTests.hits(take.samples)
    let found = take.onsetFrames.filter { onset in
      settled.contains { abs($0.onsetFrame - onset) < 480 }
    }
    #expect(found.count == 10)
    #expect(withdrawnCount == 0)
  }

  @Test(
    "what merely begins is no hit",
    arguments: [
      UnstruckSounds.gust, UnstruckSounds.tone, UnstruckSounds.vowel, UnstruckSounds.rustle,
    ])
  func beginningsAreWithdrawn(sound: UnstruckSounds.Sound) {
    let (settled, withdrawnCount) = HearingTests.hits(UnstruckSounds.take(sound))
    #expect(settled.count <= 1, "\(sound.name): \(settled.map(\.onsetFrame))")
    #expect(withdrawnCount <= 64)
  }
}
