// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Testing

@Suite struct LearningProgressTests {
  private func hit(
    before: Bool = true, now: Bool = true
  ) -> LearningProgress.Hit {
    LearningProgress.Hit(
      sound: 0, wasKnownBefore: before, wasKnownNow: now, taught: true, isUnsure: false)
  }

  @Test("learning is judged by the same last hits, before and now")
  func shares() throws {
    var progress = LearningProgress()
    // Long ago, and no longer counted.
    for _ in 0..<40 { _ = progress.add(hit(before: false, now: false)) }
    for number in 0..<LearningProgress.recentHits {
      _ = progress.add(hit(before: number % 10 > 0, now: number % 20 > 0))
    }
    let before = try #require(progress.knownBefore)
    let now = try #require(progress.knownNow)
    #expect(before.knownHits == 54 && now.knownHits == 57)
    #expect(before.hits == 60 && now.hits == 60)
    #expect(progress.isWorthKeeping && progress.taughtHits == 100)
  }

  @Test("a sound that the player had taught again is worth keeping, however few its hits")
  func lesson() {
    var progress = LearningProgress()
    progress.noteLesson()
    #expect(!progress.isWorthKeeping)
    _ = progress.add(hit())
    #expect(progress.isWorthKeeping)
  }

  @Test("little or no learning, and learning that made it worse, are not worth keeping")
  func worth() {
    var progress = LearningProgress()
    #expect(!progress.isWorthKeeping && progress.knownNow == nil)
    for _ in 0..<(LearningProgress.fewestTaught - 1) { _ = progress.add(hit()) }
    #expect(!progress.isWorthKeeping)
    _ = progress.add(hit())
    #expect(progress.isWorthKeeping)
    _ = progress.add(hit(now: false))
    #expect(!progress.isWorthKeeping)
  }
}
