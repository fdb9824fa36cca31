// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct MatchingTests {
  @Test("hits are matched one to one, from 5 ms early to 10 ms late")
  func oneToOne() {
    let matching = Matching(
      truth: [1, 2, 3, 4], heard: [0.996, 1.002, 1.994, 3.009, 4.011], within: .narrow)
    #expect(matching.pairs.map(\.truth) == [0, 2])
    #expect(matching.pairs.map(\.heard) == [0, 3])
  }

  @Test("of two true hits close together each is found by its own")
  func flam() {
    let matching = Matching(truth: [1, 1.02], heard: [1.001, 1.021], within: .half)
    #expect(matching.pairs.map(\.heard) == [0, 1])
  }

  @Test("a hit near an ambiguous one is neither right nor wrong")
  func ambiguous() {
    let truth = [
      TrueHit(seconds: 1), TrueHit(seconds: 2, isSure: false), TrueHit(seconds: 3),
    ]
    let finding = Finding(truth: truth, heard: [1, 2.02, 2.5], within: .narrow)
    #expect(finding.pairs.map(\.truth) == [0])
    #expect(finding.wrong == [2])
    #expect(finding.counts.found == 1 && finding.counts.wrong == 1 && finding.counts.missed == 1)
  }

  @Test("F, precision and recall follow from the counts")
  func figures() {
    let counts = Counts(found: 6, wrong: 2, missed: 4)
    #expect(counts.precision == 0.75)
    #expect(counts.recall == 0.6)
    #expect(abs(counts.f - 2.0 / 3) < 1e-12)
    #expect(Counts().f == 1)
    #expect(Counts(found: 0, wrong: 1, missed: 0).f == 0)
  }
}
