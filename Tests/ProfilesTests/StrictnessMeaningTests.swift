// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import TestSupport
import Testing

@testable import Profiles

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

  @Test("a guess promises nothing, and a single example tells nothing of strokes")
  func nothing() {
    #expect(Profile.general.strictnessMeanings.isEmpty)
    let single = Listening.profile([StruckSounds.low], count: 1)
    #expect(single.strictnessMeanings.allSatisfy { $0.answered == nil })
  }

  @Test("the stored onsets are shapes of sounds that were heard")
  func table() {
    #expect(NoiseOnset.scenes.count >= 10)
    #expect(NoiseOnset.scenes.reduce(0) { $0 + $1.onsets.count } >= 200)
    for scene in NoiseOnset.scenes {
      let span = scene.onsets.reduce(0) { $0 + Double($1.sinceLastSeconds) }
      #expect(span <= 1.1 * scene.seconds + 0.1)
      for onset in scene.onsets {
        #expect((-75...0.5).contains(onset.peakDecibels))
        #expect(onset.strikeLogOdds.count == StrangerModel.stageCount)
        #expect(onset.shape.power[StrikeShape.segmentCount - 1].max() > 0)
      }
    }
  }
}
