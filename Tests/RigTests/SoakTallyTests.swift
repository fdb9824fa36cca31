// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import AudioIO
@testable import rig_soak

@Suite struct SoakTallyTests {
  private func pop(frame: Int, lateNanoseconds: Int = 2_000_000) -> Xrun {
    Xrun(
      number: 1, side: .capture, frame: frame, lateNanoseconds: lateNanoseconds,
      blockNanoseconds: 30_000, workNanoseconds: 30_000, waitNanoseconds: 3_000_000,
      longestBlockNanoseconds: 30_000)
  }

  private func tally(_ hitFrames: [Int], pops: [Xrun] = []) -> SoakTally {
    var tally = SoakTally(distanceFrames: 8000, rateHz: 48_000)
    for frame in hitFrames { tally.add(hitFrame: frame, pops: pops) }
    return tally
  }

  @Test("if every tap is heard none is lost")
  func allHeard() {
    let tally = tally([5000, 13_010, 20_990, 29_000])
    #expect(tally.heard == 4 && tally.extra == 0)
    #expect(tally.lost(of: 4) == .init(atPops: 0, elsewhere: 0))
  }

  @Test("a tap that is missing without a break is lost, wherever else one was")
  func lost() {
    let tally = tally([5000, 21_000, 29_000], pops: [pop(frame: 1000), pop(frame: 27_000)])
    #expect(tally.lost(of: 4) == .init(atPops: 0, elsewhere: 1))
  }

  @Test("a tap that is missing at the end is lost")
  func lostAtEnd() {
    #expect(tally([5000, 13_000]).lost(of: 3) == .init(atPops: 0, elsewhere: 1))
  }

  @Test("a tap that fell into a break is distinguished")
  func broken() {
    let tally = tally([5000, 20_900], pops: [pop(frame: 13_100)])
    #expect(tally.lost(of: 3) == .init(atPops: 1, elsewhere: 0))
  }

  @Test("a break that swallows time swallows the taps of that time, and no more")
  func swallowed() {
    // Half a second, three taps, is missing between two hits that are one distance apart.
    let hits = [5000, 13_000]
    let long = [pop(frame: 9000, lateNanoseconds: 500_000_000)]
    #expect(tally(hits, pops: long).lost(of: 5) == .init(atPops: 3, elsewhere: 0))
    #expect(tally(hits, pops: long).lost(of: 8) == .init(atPops: 4, elsewhere: 2))
  }

  @Test("a click soon after a tap is no tap")
  func click() {
    let tally = tally([5000, 7000, 13_000], pops: [pop(frame: 6900)])
    #expect(tally.heard == 2 && tally.extra == 1)
    #expect(tally.lost(of: 2) == .init(atPops: 0, elsewhere: 0))
  }
}
