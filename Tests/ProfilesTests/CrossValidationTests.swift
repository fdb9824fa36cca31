// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct CrossValidationTests {
  @Test("sounds far apart are all known unseen; every example is counted once")
  func apart() {
    let validation = Listening.profile([StruckSounds.low, StruckSounds.high]).validation
    #expect(validation.confusions[5] == [[10, 0], [0, 10]])
    #expect(validation.accuracy(horizon: 5) == 1)
    #expect(validation.confusablePairs.isEmpty)
  }

  @Test("one sound under two names is a confusable pair")
  func alike() {
    let validation = Listening.profile([StruckSounds.middle, StruckSounds.middle]).validation
    #expect(validation.confusablePairs.map(\.first) == ["0"])
    #expect(validation.confusablePairs.map(\.second) == ["1"])
  }

  @Test("a certainty means its delay, and the accuracy of the decision that starts the voice")
  func meaning() {
    let validation = Listening.profile([StruckSounds.low, StruckSounds.high]).validation
    let meanings = validation.certaintyMeanings
    #expect(meanings.map(\.answerMilliseconds) == [1.6, 2.7, 5.6, 11.2])
    #expect(meanings.map(\.rightAtOnce) == (1...4).map { validation.known(horizon: $0) })
    #expect(meanings.allSatisfy { $0.rightInTheEnd == validation.known(horizon: 6) })
  }

  @Test("a sound with a single example is not judged")
  func single() {
    let validation = Listening.profile([StruckSounds.low, StruckSounds.high], count: 1).validation
    #expect(validation.accuracy(horizon: 5) == nil)
  }
}
