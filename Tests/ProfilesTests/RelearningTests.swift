// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct RelearningTests {
  /// Four sounds near one another; in another place all of them are pitched and damped differently.
  private static func sounds(shift: Double) -> [StruckSounds.Sound] {
    [500.0, 800, 1280, 2050].map {
      StruckSounds.Sound(
        frequencyHz: $0 * shift, decaySeconds: 0.012 / shift, noise: 0.1)
    }
  }
  private static let home = sounds(shift: 1)
  private static let elsewhere = sounds(shift: 1.5)
  private static let names = ["0", "1", "2", "3"]

  private func lessons(_ sounds: [StruckSounds.Sound], count: Int) -> [Lesson] {
    zip(Self.names, sounds).enumerated().map { index, sound in
      let take = StruckSounds.take(
        sound.1, amplitudes: StruckSounds.dynamics(count: count), spacingSeconds: 0.4,
        seed: UInt64(50 + index))
      return Lesson(
        label: sound.0, samples: take.samples, sampleRateHz: 48_000, source: "the microphone")
    }
  }

  @Test("three hits a sound fit a profile to another place, and it knows them by 12 ms again")
  func elsewhere() throws {
    let (old, _) = try Learner.learn(lessons(Self.home, count: 10))
    #expect(Listening.accuracy(old, Self.elsewhere)[4] < 0.75, "else there is nothing to fit")
    let (new, report) = try Learner.relearn(old, lessons(Self.elsewhere, count: 3))
    let accuracy = Listening.accuracy(new, Self.elsewhere)
    #expect(accuracy[4] >= 0.95)
    #expect(accuracy[6] >= 0.95)
    #expect(report.warnings.allSatisfy { !$0.contains("Only 3 hits") })
  }

  @Test("earlier lessons stay, marked by their session")
  func sessions() throws {
    let (old, _) = try Learner.learn(lessons(Self.home, count: 6))
    let (once, _) = try Learner.relearn(old, lessons(Self.elsewhere, count: 3))
    let (twice, _) = try Learner.relearn(once, Array(lessons(Self.home, count: 4).prefix(1)))
    #expect(once.sounds.map(\.role) == old.sounds.map(\.role))
    #expect(once.sounds[1].examples.map(\.session) == [0, 0, 0, 0, 0, 0, 1, 1, 1])
    #expect(Array(once.sounds[1].examples.prefix(6)) == old.sounds[1].examples)
    #expect(twice.sounds[0].examples.map(\.session).suffix(4) == [2, 2, 2, 2])
    #expect(twice.sounds[1] == once.sounds[1])
  }

  @Test(
    "other sounds are added to a profile, whose own stay unchanged, and all are distinguished")
  func extended() throws {
    let (old, _) = try Learner.learn(Array(lessons(Self.home, count: 10).prefix(2)))
    #expect(throws: LearningError.self) { try Learner.relearn(old, lessons(Self.home, count: 10)) }
    let (new, report) = try Learner.extend(old, Array(lessons(Self.home, count: 10).suffix(2)))
    #expect(new.sounds.map(\.name) == Self.names && report.found.map(\.label) == ["2", "3"])
    #expect(Array(new.sounds.prefix(2)) == old.sounds)
    #expect(Set(new.sounds.map(\.role)).count == 4)
    #expect(Listening.accuracy(new, Self.home)[6] >= 0.95)
  }

  @Test("a sound that was not taught again moves with the others")
  func untaught() throws {
    let (old, _) = try Learner.learn(lessons(Self.home, count: 10))
    let (new, _) = try Learner.relearn(old, Array(lessons(Self.elsewhere, count: 3).dropLast()))
    func move(_ sound: Int) -> [Float] {
      zip(new.model.sounds[sound].means.joined(), old.model.sounds[sound].means.joined())
        .map { $0 - $1 }
    }
    let moves = move(3)
    let others = (0..<3).map(move)
    for index in moves.indices {
      let usual = (others[0][index] + others[1][index] + others[2][index]) / 3
      #expect(abs(moves[index] - usual) < 1, "feature \(index)")
    }
    #expect(moves.contains { abs($0) > 3 })
  }

  @Test("only today's hits are judged")
  func validation() throws {
    let (old, _) = try Learner.learn(lessons(Self.home, count: 8))
    let (_, report) = try Learner.relearn(old, lessons(Self.elsewhere, count: 3))
    #expect(report.validation.confusions[6].map { $0.reduce(0, +) } == [3, 3, 3, 3])
  }

  @Test("a nearer microphone moves the velocity curve and keeps its range")
  func velocity() throws {
    let (old, _) = try Learner.learn(lessons(Self.home, count: 10))
    let near = lessons(Self.home, count: 3).map { lesson in
      var lesson = lesson
      lesson.samples = lesson.samples.map { 1.5 * $0 }  // +3.5 dB
      return lesson
    }
    let (new, _) = try Learner.relearn(old, near)
    for (before, after) in zip(old.model.sounds, new.model.sounds) {
      #expect(abs(after.velocity.hardDecibels - before.velocity.hardDecibels - 3.5) < 1.5)
    }
  }

  @Test("a sound that was never learned cannot be learned again")
  func unknown() throws {
    let (old, _) = try Learner.learn(lessons(Self.home, count: 3))
    var stranger = lessons(Self.home, count: 3)[0]
    stranger.label = "gong"
    #expect(throws: LearningError.unknownSound(label: "gong", known: Self.names)) {
      try Learner.relearn(old, [stranger])
    }
  }
}
