// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct SoundDriftTests {
  private static func hit(
    _ sound: Int, _ distanceRatio: Float?, unsure: Bool = false
  ) -> LearningProgress.Hit {
    LearningProgress.Hit(
      sound: sound, wasKnownBefore: true, wasKnownNow: true, taught: true, isUnsure: unsure,
      distanceRatio: distanceRatio)
  }

  /// The notices of hits, each with how many hits there were by then.
  private static func notices(_ hits: [LearningProgress.Hit]) -> [[Int]] {
    var progress = LearningProgress()
    return hits.enumerated().compactMap { index, hit in
      progress.add(hit).map { [index + 1, $0] }
    }
  }

  @Test("hits far from their sound bring one notice, the sooner the farther")
  func far() {
    #expect(Self.notices((0..<30).map { _ in Self.hit(2, 9) }) == [[4, 2]])
    #expect(Self.notices((0..<30).map { _ in Self.hit(2, 2.3) }) == [[9, 2]])
    #expect(Self.notices((0..<30).map { _ in Self.hit(2, 1.6) }).isEmpty)
    #expect(Self.notices((0..<30).map { _ in Self.hit(2, nil) }).isEmpty)
  }

  @Test("the sound that moved most is named, whichever it is", arguments: [0, 1, 2])
  func most(moved: Int) {
    let hits = (0..<10).map { Self.hit($0 % 3, $0 % 3 == moved ? 3.5 : 2.5) }
    #expect(Self.notices(hits).map(\.last) == [moved])
  }

  @Test("one sound that moved among others that did not is named", arguments: 0..<4)
  func alone(moved: Int) {
    let hits = (0..<24).map { Self.hit($0 % 4, $0 % 4 == moved ? 6 : 0.9) }
    #expect(Self.notices(hits) == [[13 + moved, moved]])
  }

  @Test("hits as far off as examples, with a stray one now and then, bring no notice")
  func usual() {
    var generator = SeededGenerator(seed: 3)
    let hits = (0..<2000).map { index in
      let stray: Float = index % 9 == 0 ? 8 : 1
      return Self.hit(
        index % 4, stray * (0.5 + generator.uniform()), unsure: generator.uniform() < 0.06)
    }
    #expect(Self.notices(hits).isEmpty)
  }

  @Test("many unsure hits bring a notice: of one sound, or of all")
  func unsure() {
    let all = (0..<10).map { Self.hit($0 % 5, 1, unsure: $0 % 5 != 1) }
    #expect(Self.notices(all).map(\.first) == [8])
    let own = (0..<40).map { Self.hit($0 % 4, 1, unsure: $0 % 4 == 3) }
    #expect(Self.notices(own) == [[28, 3]])
  }

  @Test("a sound is named again only after it was like its examples for a while")
  func again() {
    let far = (0..<10).map { _ in Self.hit(1, 9) }
    let usual = (0..<8).map { _ in Self.hit(1, 1) }
    #expect(Self.notices(far + usual.dropLast() + far) == [[4, 1]])
    #expect(Self.notices(far + usual + far) == [[4, 1], [22, 1]])
  }

  @Test("a lesson clears what was strange before")
  func lesson() {
    var progress = LearningProgress()
    for _ in 0..<3 { #expect(progress.add(Self.hit(0, 9)) == nil) }
    progress.noteLesson()
    for _ in 0..<3 { #expect(progress.add(Self.hit(0, 9)) == nil) }
    #expect(progress.add(Self.hit(0, 9)) == 0)
  }

  private static let taught = [StruckSounds.low, StruckSounds.middle]
  private static let profile = Listening.profile(taught)

  /// The notices while a take is heard with the profile of ``taught``.
  private func heard(_ sound: StruckSounds.Sound, count: Int, seed: UInt64) -> [[Int]] {
    let take = StruckSounds.take(
      sound, amplitudes: StruckSounds.dynamics(count: count), spacingSeconds: 0.4, seed: seed)
    var ears = Self.profile.hearing(sampleRateHz: 48_000)
    var hits: [LearningProgress.Hit] = []
    for sample in take.samples {
      ears.process(sample)
      for index in 0..<ears.eventCount {
        guard case .settled(let hit)? = ears.event(index), let learning = hit.learning else {
          continue
        }
        if let hit = LearningProgress.Hit(learning, sound: hit.latest.sound) { hits.append(hit) }
      }
    }
    return Self.notices(hits)
  }

  @Test("a struck sound that changed is named within ten hits", arguments: [1.25, 0.8])
  func changed(pitch: Double) throws {
    var sound = StruckSounds.middle
    sound.frequencyHz *= pitch
    sound.noise *= 2
    let first = try #require(heard(sound, count: 12, seed: 8).first)
    #expect(first[0] <= 10 && first[1] == 1)
  }

  @Test(
    "struck sounds as they were taught bring no notice", arguments: [0, 1], [11, 12] as [UInt64])
  func unchanged(sound: Int, seed: UInt64) {
    #expect(heard(Self.taught[sound], count: 60, seed: seed).isEmpty)
  }
}
