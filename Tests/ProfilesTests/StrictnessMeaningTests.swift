// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct StrictnessMeaningTests {
  private static let profile = Listening.profile([StruckSounds.low, StruckSounds.middle])

  @Test("the stricter, the fewer noises play a drum and the more strokes stay unanswered")
  func order() throws {
    let meanings = Self.profile.strictnessMeanings
    #expect(meanings.map(\.strictness) == [.open, .normal, .strict])
    for (wider, narrower) in zip(meanings, meanings.dropFirst()) {
      #expect(narrower.falseHitsInTenMinutes <= wider.falseHitsInTenMinutes)
      let (wide, narrow) = (try #require(wider.answered), try #require(narrower.answered))
      #expect(wide.hits == 20 && narrow.hits == 20)
      #expect(narrow.knownHits <= wide.knownHits)
    }
    #expect(try #require(meanings[0].unansweredOfHundred) <= 5)
  }

  @Test("a guess promises nothing, and a single example says nothing of strokes")
  func nothing() {
    #expect(Profile.general.strictnessMeanings.isEmpty)
    let single = Listening.profile([StruckSounds.low], count: 1)
    #expect(single.strictnessMeanings.allSatisfy { $0.answered == nil })
  }
}
