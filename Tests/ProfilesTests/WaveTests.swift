// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Simulation
import TestSupport
import Testing

@Suite struct WaveTests {
  @Test("sounds of one spectrum, one of which moves up first and one down, are known after 3 ms")
  func polarity() {
    let sound = StruckSounds.Sound(frequencyHz: 300, decaySeconds: 0.02, noise: 0.1)
    let gains: [Float] = [1, -1]
    let profile = Profile(
      sounds: gains.enumerated().map { index, gain in
        Profile.SoundClass(
          name: "\(gain)", role: .other,
          examples: Listening.examples(sound, gain: gain, seed: UInt64(index + 1)))
      }, noiseDecibels: -80)
    for (index, gain) in gains.enumerated() {
      let take = StruckSounds.take(
        sound, amplitudes: StruckSounds.dynamics(count: 20), seed: UInt64(1000 + index))
      let verdicts = Listening.verdicts(
        profile, take.samples.map { gain * $0 }, onsetFrames: take.onsetFrames)
      #expect(verdicts.count { $0[2].sound == index } >= 19)
      #expect(verdicts.allSatisfy { $0[4].sound == index })
    }
  }

  @Test("sounds are known by their spectra if a microphone inverts their course")
  func otherMicrophone() {
    let sounds = [StruckSounds.low, StruckSounds.middle, StruckSounds.high]
    let accuracy = Listening.accuracy(Listening.profile(sounds), sounds, gain: -1)
    #expect(accuracy[2] >= 0.9)
    #expect(accuracy[4] == 1)
  }

  @Test("a profile keeps exemplars of each sound, fewer of each of many", .slow)
  func exemplars() {
    func counts(_ soundCount: Int, of examples: Int) -> Set<Int> {
      let sounds = (0..<soundCount).map {
        StruckSounds.Sound(frequencyHz: 200 * (1 + 0.2 * Double($0)))
      }
      let profile = Listening.profile(sounds, count: examples)
      return Set(profile.model.sounds.map(\.exemplars.count))
    }
    #expect(counts(2, of: 10) == [10])
    #expect(counts(2, of: 20) == [16])
    #expect(counts(24, of: 12) == [10])
    #expect(Profile.general.model.sounds.allSatisfy { $0.exemplars.isEmpty })
  }
}
