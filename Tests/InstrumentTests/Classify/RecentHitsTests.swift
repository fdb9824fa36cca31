// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Instrument

@Suite struct RecentHitsTests {
  private func strokes(_ numbers: [Float]) -> RecentHits {
    var strokes = RecentHits()
    for number in numbers { strokes.add(number) }
    return strokes
  }

  @Test("three strokes show nothing, four do")
  func fewest() {
    #expect(strokes([]).quantile(0.5) == nil)
    #expect(strokes([3, 1, 2]).quantile(0.5) == nil)
    #expect(strokes([3, 1, 2, 4]).quantile(0.5) == 3)
  }

  @Test(
    "the share of the others lies below the quantile, in any order of the strokes",
    arguments: [(0, 1), (0.25, 3), (0.5, 5), (0.75, 7), (1, 8)] as [(Float, Float)])
  func quantiles(share: Float, number: Float) {
    #expect(strokes([1, 2, 3, 4, 5, 6, 7, 8]).quantile(share) == number)
    #expect(strokes([5, 8, 1, 3, 7, 2, 6, 4]).quantile(share) == number)
  }

  @Test("equal strokes count each")
  func ties() {
    let strokes = strokes([2, 2, 2, 9, 9, 9, 9, 9])
    #expect(strokes.quantile(0.25) == 2)
    #expect(strokes.quantile(0.5) == 9)
  }

  @Test("only the last eight count")
  func lastEight() {
    let early = [Float](repeating: 100, count: 11)
    #expect(strokes(early + [1, 2, 3, 4, 5, 6, 7, 8]).quantile(1) == 8)
    #expect(strokes(early + [1, 2, 3, 4, 5, 6, 7]).quantile(1) == 100)
  }
}
