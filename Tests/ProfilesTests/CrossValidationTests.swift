// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Profiles

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

  /// Examples of two sounds: so many whose drum changes at the last judgement, after 11 ms, after
  /// 6 ms, after 3 ms, and never, in this order.
  private func validation(changing counts: [Int]) -> CrossValidation {
    var validation = CrossValidation(untried: ["a", "b"])
    for (count, change) in zip(counts, [6, 4, 3, 2, 0]) {
      for example in 0..<count {
        let sound = example % 2
        validation.count(
          sound: sound,
          taken: (0..<HitFeatures.horizonCount).map { $0 < change ? 1 - sound : sound })
      }
    }
    return validation
  }

  @Test("a drum that changes and changes back is replaced, too")
  func changesBack() {
    var validation = CrossValidation(untried: ["a", "b"])
    validation.count(sound: 0, taken: [0, 0, 0, 1, 0, 0, 0])
    #expect(
      (0..<7).map { validation.replaced(horizon: $0)?.knownHits } == [1, 1, 1, 1, 0, 0, 0])
  }

  @Test(
    "each certainty costs milliseconds and saves corrections; the one that saves three of 100 each is worth it",
    arguments: [
      ([5, 6, 13, 4, 72], [-4, 13, 19], Certainty.sure), ([2, 8, 5, 6, 79], [-6, 5, 13], .fast),
      ([0, 30, 5, 10, 55], [-10, 5, 35], .surest), ([9, 0, 0, 1, 90], [-1, 0, 0], .fastest),
      ([9, 0, 0, 2, 89], [-2, 0, 0], .fast),
    ])
  func trades(counts: [Int], saved: [Int], worthwhile: Certainty) {
    let validation = validation(changing: counts)
    let trades = [Certainty.fastest, .sure, .surest].map { validation.trade(of: $0) }
    #expect(trades.map { $0?.savedOfHundred } == saved)
    #expect(trades.map { $0?.extraMilliseconds } == [-1.1, 2.9, 8.5])
    #expect(validation.worthwhileCertainty == worthwhile)
    let better = validation.meaning(of: .fast).better
    #expect(better?.certainty == (worthwhile == .fast ? nil : worthwhile))
    #expect(validation.meaning(of: worthwhile).better == nil)
  }

  @Test("nothing is said about certainties if no example was judged")
  func noTrade() {
    let validation = CrossValidation(untried: ["a", "b"])
    #expect(validation.trade(of: .sure) == nil && validation.worthwhileCertainty == nil)
  }

  @Test("a sound with a single example is not judged")
  func single() {
    let validation = Listening.profile([StruckSounds.low, StruckSounds.high], count: 1).validation
    #expect(validation.accuracy(horizon: 5) == nil)
  }
}
