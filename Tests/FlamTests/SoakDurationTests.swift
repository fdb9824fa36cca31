// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Flam

@Suite struct SoakDurationTests {
  @Test(
    "durations are read as people write them",
    arguments: [
      ("90s", 90.0), ("30m", 1800), ("1h", 3600), ("1.5h", 5400), ("45", 45),
    ])
  func read(text: String, seconds: Double) {
    #expect(SoakDuration(argument: text)?.seconds == seconds)
  }

  @Test("other text is refused", arguments: ["", "m", "0s", "-5m", "30x", "1d", "infh"])
  func refused(text: String) {
    #expect(SoakDuration(argument: text) == nil)
  }
}
