// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import Testing

@testable import Profiles

/// Sounds that are distinguished by their place, on a simulated table.
@Suite struct PlaceTests {
  private static let table = StruckTable(seed: 2, sampleRateHz: 48_000)
  private typealias Heard = (first: [Float], second: [Float], onsetFrames: [Int])

  /// Knocks at a place.
  private static func take(place: Int, count: Int = 10, seed: UInt64) -> Heard {
    table.take(
      StruckSounds.middle, places: Array(repeating: place, count: count),
      amplitudes: StruckSounds.dynamics(count: count), seed: seed)
  }

  private static func lesson(_ label: String, _ take: Heard, byBoth: Bool) -> Lesson {
    Lesson(
      label: label, samples: take.first, second: byBoth ? take.second : nil, sampleRateHz: 48_000,
      source: label)
  }

  private static func learned(byBoth: Bool) throws -> Profile {
    try Learner.learn([
      lesson("left", take(place: 0, seed: 1), byBoth: byBoth),
      lesson("right", take(place: 3, seed: 2), byBoth: byBoth),
    ]).profile
  }

  private static let one = try? learned(byBoth: false)
  private static let two = try? learned(byBoth: true)

  /// The hits of a take as settled.
  private func hits(_ profile: Profile, _ take: Heard, byBoth: Bool) -> [Hit] {
    var hearing = profile.hearing(sampleRateHz: 48_000)
    var settled: [Hit] = []
    for (sample, second) in zip(take.first, take.second) {
      if byBoth { hearing.compare(sample, second) }
      hearing.process(sample)
      for index in 0..<hearing.eventCount {
        if case .settled(let hit)? = hearing.event(index) { settled.append(hit) }
      }
    }
    return settled
  }

  @Test("one sound at two places is distinguished by two microphones from the first decision on")
  func places() throws {
    let two = try #require(Self.two)
    #expect(two.hasPlaces)
    var first = 0
    for (sound, place) in [(0, 0), (1, 3)] {
      let hits = hits(two, Self.take(place: place, count: 12, seed: 40), byBoth: true)
      #expect(hits.count == 12)
      #expect(hits.allSatisfy { $0.latest.sound == sound })
      first += hits.count { $0.decision(0).sound == sound }
    }
    #expect(first >= 22)
  }

  @Test("a profile of one microphone hears the same with a second as without, to the bit")
  func monoIsUnchanged() throws {
    let one = try #require(Self.one)
    #expect(!one.hasPlaces)
    let take = Self.take(place: 3, count: 6, seed: 50)
    let (with, without) = (hits(one, take, byBoth: true), hits(one, take, byBoth: false))
    #expect(with.count == 6 && with.map(\.latest.confidence) == without.map(\.latest.confidence))
    #expect(with.map(\.onsetFrame) == without.map(\.onsetFrame))
  }

  @Test(
    "heard by one microphone a profile is that of a lesson with this one alone, and says so")
  func fallingBack() throws {
    let (one, two) = (try #require(Self.one), try #require(Self.two))
    #expect(two.heard(byTwo: false) == one && two.heard(byTwo: false).model == one.model)
    #expect(two.heard(byTwo: true) == two)
    #expect(two.warning(heardByTwo: false)?.description.contains("two input channels") == true)
    #expect(one.warning(heardByTwo: true)?.description.contains("one") == true)
    #expect(one.warning(heardByTwo: false) == nil && two.warning(heardByTwo: true) == nil)
  }

  @Test(
    "learning while playing is kept along with the lesson of both microphones")
  func keeping() throws {
    let two = try #require(Self.two)
    let taught = TaughtSound(
      hits: 3, bandCount: two.model.bandCount,
      shiftsDecibels: Array(
        repeating: Array(repeating: 1, count: HitFeatures.lookCount * two.model.bandCount),
        count: HitFeatures.horizonCount))
    let kept = try #require(two.keeping([taught, nil]))
    #expect(kept.hasPlaces && kept.sounds[0].taught == taught)
    #expect(kept.sounds[1].examples == two.sounds[1].examples)
  }

  @Test("a profile of two microphones is read again as it was, in a version of its own")
  func file() throws {
    let (one, two) = (try #require(Self.one), try #require(Self.two))
    let data = try ProfileFile.data(two)
    #expect(String(decoding: data, as: UTF8.self).contains(#""version" : 3"#))
    let again = try ProfileFile.profile(data, path: "p.json")
    #expect(again == two && again.model == two.model)
    #expect(String(decoding: try ProfileFile.data(one), as: UTF8.self).contains(#""version" : 2"#))
  }

  @Test("a second channel that is a copy teaches like no channel")
  func copies() throws {
    let take = Self.take(place: 0, count: 5, seed: 1)
    let lesson = Lesson(
      label: "a", samples: take.first, second: take.first, sampleRateHz: 48_000, source: "a")
    #expect(lesson.second == nil)
    #expect(try !Learner.learn([lesson]).profile.hasPlaces)
  }

  @Test("a card that gives one microphone twice is noticed after a second of sound, and no sooner")
  func oneTwice() {
    var same = Profile.general.hearing(sampleRateHz: 48_000)
    var silent = Profile.general.hearing(sampleRateHz: 48_000)
    var other = Profile.general.hearing(sampleRateHz: 48_000)
    let noise = Signal.noise(count: 48_000, amplitude: 0.001)
    var noticedFrame: Int?
    for (frame, sample) in noise.enumerated() {
      if same.hearsOneTwice && noticedFrame == nil { noticedFrame = frame }
      same.compare(sample, sample)
      silent.compare(0, 0)
      other.compare(sample, frame == 100 ? 0 : sample)
    }
    let areNoticed = [same.hearsOneTwice, silent.hearsOneTwice, other.hearsOneTwice]
    #expect(noticedFrame == nil && areNoticed == [true, false, false])
  }

  @Test("lessons of one and of two microphones are not mixed")
  func mixing() throws {
    let (left, right) = (
      Self.take(place: 0, count: 4, seed: 1), Self.take(place: 3, count: 4, seed: 2)
    )
    let error = LearningError.oneMicrophone(label: "b", source: "b")
    #expect(throws: error) {
      try Learner.learn([
        Self.lesson("a", left, byBoth: true), Self.lesson("b", right, byBoth: false),
      ])
    }
    let two = try #require(Self.two)
    #expect(throws: LearningError.missingMicrophone(label: "left", source: "left")) {
      try Learner.relearn(two, [Self.lesson("left", left, byBoth: false)])
    }
  }

  @Test("sounds that are struck everywhere have one place")
  func everywhere() throws {
    let lessons = [("low", StruckSounds.low), ("high", StruckSounds.high)].enumerated().map {
      index, sound in
      let take = Self.table.take(
        sound.1, places: (0..<12).map { $0 % 4 }, amplitudes: StruckSounds.dynamics(count: 12),
        seed: UInt64(index + 1))
      return Self.lesson(sound.0, take, byBoth: true)
    }
    let model = try #require(try Learner.learn(lessons).profile.model.places)
    let (low, high) = (model.places[0][3], model.places[1][3])
    let apart = (low.mean - high.mean) / low.deviation
    #expect(abs(apart[ChannelDifference.bandCount]) < 0.5)
  }
}
