// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct UnknownSoundTests {
  private static let profile = Listening.profile([StruckSounds.low, StruckSounds.middle])

  /// The final decision on each hit of a sound, sounds counted from 0.
  private static func sounds(
    _ sound: StruckSounds.Sound, background: Float = 1e-4,
    change: ([Float]) -> [Float] = { $0 }
  ) -> [Int?] {
    let take = StruckSounds.take(
      sound, amplitudes: StruckSounds.dynamics(count: 10), background: background, seed: 77)
    var hearing = profile.hearing(sampleRateHz: 48_000)
    var sounds: [Int?] = []
    for sample in change(take.samples) {
      hearing.process(sample)
      for index in 0..<hearing.eventCount {
        if case .settled(let hit)? = hearing.event(index) { sounds.append(hit.latest.sound) }
      }
    }
    return sounds
  }

  @Test("new hits of the learned sounds are known")
  func own() {
    #expect(Self.sounds(StruckSounds.low).filter { $0 == 0 }.count == 10)
    #expect(Self.sounds(StruckSounds.middle).filter { $0 == 1 }.count == 10)
  }

  @Test(
    "a tick, and a bell after short sounds, are strangers: published without a sound, or not at all"
  )
  func strangers() {
    let bell = StruckSounds.Sound(frequencyHz: 2500, decaySeconds: 0.4, noise: 0)
    #expect(Self.sounds(StruckSounds.high).allSatisfy { $0 == nil })
    #expect(Self.sounds(bell).allSatisfy { $0 == nil })
  }

  @Test(
    "a gust, a tone, a vowel and rustling are none of the struck sounds",
    arguments: [
      UnstruckSounds.gust, UnstruckSounds.tone, UnstruckSounds.vowel, UnstruckSounds.rustle,
    ])
  func unstruck(sound: UnstruckSounds.Sound) {
    var hearing = Self.profile.hearing(sampleRateHz: 48_000)
    var known = 0
    for sample in UnstruckSounds.take(sound) {
      hearing.process(sample)
      for index in 0..<hearing.eventCount {
        if case .settled(let hit)? = hearing.event(index), hit.latest.sound != nil { known += 1 }
      }
    }
    #expect(known == 0)
  }

  @Test("another gain, a brighter or duller room, or some noise makes no stranger")
  func shifted() {
    func tilted(_ share: Float) -> ([Float]) -> [Float] {
      { samples in
        var last: Float = 0
        return samples.map { sample in
          let value = sample - share * last
          last = sample
          return 0.5 * value
        }
      }
    }
    let middle = StruckSounds.middle
    #expect(Self.sounds(middle, change: { $0.map { 0.2 * $0 } }).filter { $0 == 1 }.count == 10)
    #expect(Self.sounds(middle, change: tilted(0.4)).filter { $0 == 1 }.count == 10)
    #expect(Self.sounds(middle, change: tilted(-0.4)).filter { $0 == 1 }.count == 10)
    #expect(Self.sounds(middle, background: 3e-3).filter { $0 == 1 }.count >= 9)
  }
}
