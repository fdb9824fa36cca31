// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@testable import Reports

@Suite struct EchoTextTests {
  private func snapshot(wanted: Float, gain: Float) -> Snapshot {
    var snapshot = Snapshot()
    (snapshot.wantedMonitorDecibels, snapshot.monitorDecibels) = (wanted, gain)
    return snapshot
  }

  @Test(
    "a microphone that the player wants silent is no alarm; a turned-down one is, and its return"
  )
  func monitor() {
    var text = EchoText()
    #expect(text.message(snapshot(wanted: -6, gain: -6)) == nil)
    #expect(text.message(snapshot(wanted: -.infinity, gain: -.infinity)) == nil)
    #expect(text.message(snapshot(wanted: 0, gain: 0)) == nil)
    #expect(text.message(snapshot(wanted: 0, gain: -13))?.contains("-13 dB in place of 0") == true)
    #expect(text.message(snapshot(wanted: 0, gain: -14)) == nil)
    #expect(text.message(snapshot(wanted: 0, gain: 0)) == "the microphone is played at 0 dB")
  }
}
