// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import Latency

@Suite struct UsualDelayTests {
  private func doubt(_ delays: [Double], ofTaps taps: Int = 12) -> TapResult.Doubt? {
    UsualDelay(delays, widthMilliseconds: 0.3)?.doubt(
      ofTaps: taps, leastShare: 1.0 / 3, mostChance: 1e-4)
  }

  @Test("half of the taps that agree are enough, and their median is the delay")
  func agreeing() throws {
    let delays = [12.0, 12.05, 12.1, 12.1, 12.15, 12.2, 3.1, 44, 9.4, 60]
    let usual = try #require(UsualDelay(delays, widthMilliseconds: 0.3))
    #expect(usual.count == 6 && abs(usual.milliseconds - 12.1) < 1e-9)
    #expect(usual.chance < 1e-5 && usual.rivalMilliseconds == nil)
    #expect(doubt(delays) == nil)
  }

  @Test("delays crowded by chance within 3 ms give none, 995 times of 1000")
  func chance() {
    var random = SeededGenerator(seed: 3)
    var reported = 0
    for _ in 0..<1000 {
      let delays = (0..<12).map { _ in 1.5 + 3 * Double(random.uniform()) }
      if doubt(delays) == nil { reported += 1 }
    }
    #expect(reported <= 5)
  }

  @Test("two delays that are about as likely are both named")
  func rivals() {
    let delays = [7.0, 7.1, 7.1, 7.2, 7.1, 31, 31.1, 31.1, 31.2]
    guard case .twoDelays(let one, let other) = doubt(delays) else {
      Issue.record("the other delay was not noticed")
      return
    }
    #expect(abs(one - 7.1) < 0.01 && abs(other - 31.1) < 0.01)
  }

  @Test("three taps prove nothing, however well they agree")
  func few() {
    #expect(doubt([12, 12, 12], ofTaps: 3) == .tooFewAgree(3, ofTaps: 3))
    #expect(UsualDelay([], widthMilliseconds: 0.3) == nil)
  }
}
