// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct ProfileTests {
  private static let sounds = [
    StruckSounds.low, StruckSounds.middle, StruckSounds.high,
    StruckSounds.Sound(frequencyHz: 300, decaySeconds: 0.02, noise: 0.3),
  ]
  private static let learned = Listening.profile(sounds)

  @Test("ten examples a sound teach four sounds: nine in ten after 3 ms, all after 12")
  func accuracy() {
    let accuracy = Listening.accuracy(Self.learned, Self.sounds)
    #expect(accuracy[2] >= 0.9)
    #expect(accuracy[4] == 1)
    #expect(accuracy[6] == 1)
  }

  @Test(
    "a sound learned at one level is known 20 dB louder and softer",
    arguments: [0.1, 2] as [Float])
  func gain(gain: Float) {
    let accuracy = Listening.accuracy(Self.learned, Self.sounds, gain: gain)
    #expect(accuracy[2] >= 0.9)
    #expect(accuracy[4] == 1)
  }

  @Test(
    "a sound learned at 48 kHz is known at other rates",
    arguments: [32_000, 44_100, 96_000, 192_000] as [Double])
  func rates(sampleRateHz: Double) {
    let accuracy = Listening.accuracy(Self.learned, Self.sounds, sampleRateHz: sampleRateHz)
    #expect(accuracy[2] >= 0.85)
    #expect(accuracy[4] >= 0.97)
  }

  @Test("low and middle sounds learned at 8 kHz are known at 48 kHz, and the other way about")
  func telephone() {
    let sounds = [StruckSounds.low, StruckSounds.middle]
    let low = Listening.profile(sounds, sampleRateHz: 8000)
    #expect(Listening.accuracy(low, sounds)[4] == 1)
    let full = Listening.profile(sounds)
    #expect(Listening.accuracy(full, sounds, sampleRateHz: 8000)[4] == 1)
  }

  @Test("a single sound takes every hit that resembles it")
  func single() {
    let profile = Listening.profile([StruckSounds.middle])
    #expect(Listening.accuracy(profile, [StruckSounds.middle])[5] == 1)
  }

  @Test("two examples a sound already distinguish low from high")
  func few() {
    let sounds = [StruckSounds.low, StruckSounds.high]
    let profile = Listening.profile(sounds, count: 2)
    #expect(Listening.accuracy(profile, sounds)[3] == 1)
  }

  @Test("confidence grows with the heard length and is high at the end")
  func confidence() {
    let take = StruckSounds.take(StruckSounds.low, amplitudes: [0.3, 0.1, 0.4], seed: 77)
    let verdicts = Listening.verdicts(
      Self.learned, take.samples, onsetFrames: take.onsetFrames)
    for verdict in verdicts {
      #expect(verdict[6].confidence > 0.9)
      #expect(verdict[0].confidence <= verdict[6].confidence)
    }
  }

  @Test("the hard tenth of the examples has velocity 1, a hit 20 dB softer 0.2, to 0.05")
  func velocity() {
    // The examples lie evenly within 20 dB of -6 dBFS: the hard tenth above -8.
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: [0.04, 0.4], variation: 0, seed: 2)
    let verdicts = Listening.verdicts(
      Self.learned, take.samples, onsetFrames: take.onsetFrames)
    #expect(abs(verdicts[0][6].velocity - 0.2) < 0.05)
    #expect(abs(verdicts[1][6].velocity - 1) < 0.05)
  }

  @Test("the velocity expected after 3 ms lies within 0.1 of the settled one")
  func earlyVelocity() {
    let take = StruckSounds.take(
      StruckSounds.low, amplitudes: StruckSounds.dynamics(count: 8), seed: 5)
    for verdict in Listening.verdicts(
      Self.learned, take.samples, onsetFrames: take.onsetFrames)
    where verdict[2].sound == verdict[6].sound {
      #expect(abs(verdict[2].velocity - verdict[6].velocity) < 0.1)
    }
  }

  @Test("learning twice from the same hits gives the same model")
  func determinism() {
    #expect(Listening.profile(Self.sounds).model == Self.learned.model)
  }
}
