// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Simulation
import Testing

/// What ears learn while they hear.
@Suite struct AdaptationTests {
  private static let sounds = [
    StruckSounds.Sound(frequencyHz: 600, decaySeconds: 0.03, noise: 0.3),
    StruckSounds.Sound(frequencyHz: 750, decaySeconds: 0.03, noise: 0.3),
  ]
  private static let profile = Listening.profile(sounds)

  /// A duller place: the part above about 1 kHz comes softer.
  private static func duller(_ samples: [Float]) -> [Float] {
    var last: Float = 0
    return samples.map { sample in
      last += 0.12 * (sample - last)
      return 0.3 * sample + 1.4 * last
    }
  }

  /// Hits of a sound in the duller place.
  private static func hits(
    of sound: Int, count: Int = 30, seed: UInt64, _ hearing: inout HitTracker
  ) -> [Hit] {
    let take = StruckSounds.take(
      sounds[sound], amplitudes: StruckSounds.dynamics(count: count), background: 1e-4, seed: seed)
    var hits: [Hit] = []
    for sample in duller(take.samples) {
      hearing.process(sample)
      for index in 0..<hearing.eventCount {
        if case .settled(let hit)? = hearing.event(index) { hits.append(hit) }
      }
    }
    return hits
  }

  private static func ears(_ profile: Profile, adapts: Bool = true) -> HitTracker {
    var controls = HearingControls()
    controls.adapts = adapts
    return profile.hearing(sampleRateHz: 48_000, controls: controls)
  }

  /// The mean over hits of the first decision's confidence in the struck sound.
  private static func firstCertainty(_ hits: [Hit], of sound: Int) -> Float {
    hits.reduce(0) { sum, hit in
      let first = hit.decision(0)
      return sum + (first.sound == sound ? first.confidence : 1 - first.confidence)
    } / Float(hits.count)
  }

  @Test("certain hits teach the first milliseconds of the next ones")
  func teaches() {
    var hearing = Self.ears(Self.profile)
    for sound in 0...1 { _ = Self.hits(of: sound, seed: 5, &hearing) }
    let later = (0...1).flatMap { Self.hits(of: $0, seed: 9, &hearing) }
    let before = later.count { $0.learning?.wasKnownBefore == true }
    let now = later.count { $0.learning?.wasKnownNow == true }
    #expect(later.count == 60)
    #expect(before <= 52 && now >= 58, "known by 2.7 ms: \(before), once taught \(now)")
  }

  @Test("ears that do not learn report nothing of learning and stay as they are")
  func off() {
    var hearing = Self.ears(Self.profile, adapts: false)
    let hits = Self.hits(of: 0, seed: 5, &hearing)
    #expect(hits.count == 30 && hits.allSatisfy { $0.learning == nil })
    #expect(hearing.taughtSounds().allSatisfy { $0 == nil })
  }

  @Test("the built-in guess learns nothing")
  func guess() {
    var hearing = Self.ears(.general)
    let hits = Self.hits(of: 0, seed: 5, &hearing)
    #expect(!hits.isEmpty && hits.allSatisfy { $0.learning?.taught != true })
  }

  @Test("a sound that the player names is taught by the next hits, whatever they are taken for")
  func named() {
    var hearing = Self.ears(Self.profile)
    hearing.apply(.learn(sound: 1, hits: 4))
    let taught = Self.hits(of: 0, count: 6, seed: 3, &hearing)
    #expect(taught.prefix(4).allSatisfy { $0.learning?.taught == true })
    #expect(taught.map { $0.learning?.namedSound } == [1, 1, 1, 1, nil, nil])
    #expect(hearing.taughtSounds()[1]?.hits == 4)
    hearing.apply(.learn(sound: 1, hits: 4))
    hearing.apply(.learn(sound: 1, hits: 0))
    let ended = Self.hits(of: 0, count: 2, seed: 5, &hearing)
    #expect(ended.count == 2 && ended.allSatisfy { $0.learning?.namedSound == nil })
    hearing.apply(.learn(sound: 7, hits: 4))
    #expect(Self.hits(of: 0, count: 2, seed: 4, &hearing).count == 2)
  }

  @Test("a profile that keeps its learning hears from the start as the ears did in the end")
  func kept() throws {
    var learning = Self.ears(Self.profile)
    for sound in 0...1 { _ = Self.hits(of: sound, seed: 5, &learning) }
    let kept = try #require(Self.profile.keeping(learning.taughtSounds()))
    let read = try ProfileFile.profile(ProfileFile.data(kept), path: "kept.json")
    #expect(read.sounds.map(\.taught?.hits) == kept.sounds.map(\.taught?.hits))
    for (sound, old) in Self.profile.sounds.enumerated() {
      #expect(read.sounds[sound].examples == old.examples)
    }
    var reader = Self.ears(read, adapts: false)
    learning.apply(.adapts(false))
    for sound in 0...1 {
      let again = Self.hits(of: sound, seed: 9, &reader)
      let end = Self.hits(of: sound, seed: 9, &learning)
      let difference =
        Self.firstCertainty(again, of: sound) - Self.firstCertainty(end, of: sound)
      #expect(abs(difference) < 0.01)
    }
    #expect(Profile.general.keeping(learning.taughtSounds() + [nil]) == nil)
    #expect(Self.profile.keeping([nil, nil]) == nil)
  }
}
