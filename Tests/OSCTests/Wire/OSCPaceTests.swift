// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import OSC

@Suite struct OSCPaceTests {
  @Test("200 messages are read at once, and a flood of them at 2000 a second")
  func flood() {
    var pace = OSCPace(atSeconds: 0)
    for _ in 0..<200 { #expect(pace.pause(after: 1, atSeconds: 0) == 0) }
    var now = 0.0
    for _ in 0..<4000 { now += pace.pause(after: 1, atSeconds: now) }
    #expect(abs(now - 2) < 0.01)
    #expect(pace.pause(after: 1, atSeconds: now + 60) == 0)
    #expect(pace.pause(after: 512, atSeconds: now + 60) > 0.1)
  }
}
