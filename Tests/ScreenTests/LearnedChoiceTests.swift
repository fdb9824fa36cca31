// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Profiles
import Simulation
import Testing

@testable import Screen

@Suite struct LearnedChoiceTests {
  private let folder = TemporaryFolder()
  private var path: String { "\(folder.path)/me.json" }

  /// A profile of one sound with so many examples.
  private func profile(_ count: Int) throws -> Profile {
    let take = StruckSounds.take(
      StruckSounds.low, amplitudes: Array(repeating: 0.4, count: count), spacingSeconds: 0.3)
    let lesson = Lesson(label: "kick", samples: take.samples, sampleRateHz: 48_000, source: "take")
    return try Learner.learn([lesson]).profile
  }

  /// Fifty hits that taught, of which so many in ten were known, before and now.
  private func progress(before: Int = 9, now: Int = 10) -> LearningProgress {
    var progress = LearningProgress()
    for number in 0..<50 {
      _ = progress.add(
        LearningProgress.Hit(
          sound: 0, wasKnownBefore: number % 10 < before, wasKnownNow: number % 10 < now,
          taught: true, isUnsure: false))
    }
    return progress
  }

  private func step(
    _ progress: LearningProgress, profile: String? = "me", keeping: Bool = false,
    canAsk: Bool = true
  ) -> LearnedChoice.Step {
    LearnedChoice(progress: progress, profile: profile, isKeeping: keeping, canAsk: canAsk).step
  }

  @Test("a person is asked, with its worth; a program is shown how; on request, it is kept")
  func steps() {
    #expect(
      step(progress())
        == .ask(
          "Keep what you learned? At once it knew, of the last 50 hits you played: "
            + "before fair, 90 % (81–95 %); now good, 100 % (95–100 %). [y/N]"))
    guard case .report(let reported) = step(progress(), canAsk: false) else {
      Issue.record("nothing is reported")
      return
    }
    #expect(reported.contains("'flam play --profile me --keep-learned'"))
    #expect(step(progress(), keeping: true) == .keep)
    #expect(step(progress(), keeping: true, canAsk: false) == .keep)
  }

  @Test("the built-in guess, no learning, and worse learning are not asked about")
  func nothing() {
    #expect(step(progress(), profile: nil, keeping: true) == .nothing)
    #expect(step(LearningProgress(), keeping: true) == .nothing)
    #expect(step(progress(before: 10, now: 9), keeping: true) == .nothing)
  }

  @Test("only yes means yes")
  func answers() {
    #expect(["y", "Y", "yes", "YES"].allSatisfy(LearnedChoice.isYes))
    #expect(!["", "n", "no", "kick -6", "yellow"].contains(where: LearnedChoice.isYes))
  }

  @Test("the new profile replaces the old one, which is kept next to it")
  func keep() throws {
    try ProfileFile.write(try profile(2), path: path, isOverwriting: false)
    let before = folder.bytes("me.json")
    let reported = try LearnedChoice.keep(try profile(3), path: path)
    #expect(reported.contains("\(path).bak"))
    #expect(folder.bytes("me.json.bak") == before)
    #expect(try ProfileFile.read(path: path).sounds[0].examples.count == 3)
  }

  @Test("a profile that cannot be kept next to it stays unchanged")
  func unwritable() throws {
    try ProfileFile.write(try profile(2), path: path, isOverwriting: false)
    let before = folder.bytes("me.json")
    folder.write(text: "", to: "me.json.bak/in the way")
    let learned = try profile(3)
    #expect(throws: ProfileError.self) { try LearnedChoice.keep(learned, path: path) }
    #expect(folder.bytes("me.json") == before)
  }

  @Test("a sound that became strange is named, with what to type")
  func strange() {
    #expect(
      LearnedChoice.text(EngineEvent.Learning(sound: "snare"))
        == "your 'snare' sounds different today: type 'learn snare' and hit it four times")
    #expect(
      LearnedChoice.text(EngineEvent.Learning(sound: "snare"), isScreen: true)
        == "your 'snare' sounds different today: press L, pick it and hit it four times")
    #expect(
      LearnedChoice.text(listeningTo: "nail tap", profile: "me")
        == "Your 'nail tap' sounds different today: type 'flam learn me --again --hits 4' and hit it "
        + "four times")
  }

  @Test("hits that are far from the profile are explained, with what to do")
  func far() {
    #expect(
      LearnedChoice.text(.farFromProfile)
        == "what you play is far from this profile: the nearest sound answers, or none; "
        + "'flam learn' makes a profile of your own, and with --again fits yours to today")
  }
}
