// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing
import Testing

@Suite struct TappedTempoTests {
  @Test("a tempo is tapped: a straight line through the taps since the last pause")
  func tapped() throws {
    var tempo = TappedTempo()
    for tap in [0.0, 0.4, 0.8] { tempo.tap(atSeconds: tap) }
    #expect(tempo.beatsPerMinute == nil)
    for tap in [10.0, 10.51, 10.99, 11.5, 12.0] { tempo.tap(atSeconds: tap) }
    let found = try #require(tempo.beatsPerMinute)
    #expect(tempo.count == 5 && abs(found - 120) < 1)
  }
}
