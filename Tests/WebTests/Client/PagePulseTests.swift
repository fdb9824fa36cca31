// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Testing

@testable import Web

/// Pings of a page, and what becomes of those that get no answer.
@Suite struct PagePulseTests {
  private let start = MonotonicClock.Instant(nanoseconds: 0)

  @Test("a page that answers stays; one that does not is lost after its time, whatever it sends")
  func pulse() {
    let (answering, silent) = (PagePulse(), PagePulse())
    var lostAt: Int?
    for second in 0..<120 {
      let now = start + .seconds(second)
      if second.isMultiple(of: PageLimits.pingSeconds) {
        answering.takes(answering.next(at: now))
        _ = silent.next(at: now)
      }
      silent.takes([1, 2, 3])
      #expect(!answering.isLost(at: now))
      if lostAt == nil, silent.isLost(at: now) { lostAt = second }
    }
    #expect(lostAt == PageLimits.silentSeconds)
  }

  @Test("an answer stands for the pings before it, not for those after it")
  func order() {
    let pulse = PagePulse()
    let pings = (0..<3).map { pulse.next(at: start + .seconds(10 * $0)) }
    pulse.takes(pings[1])
    #expect(!pulse.isLost(at: start + .seconds(49)))
    #expect(pulse.isLost(at: start + .seconds(50)))
    pulse.takes(pings[0])
    #expect(pulse.isLost(at: start + .seconds(50)))
    pulse.takes(pings[2])
    #expect(!pulse.isLost(at: start + .seconds(500)))
  }
}
