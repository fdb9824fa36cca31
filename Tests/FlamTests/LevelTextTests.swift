// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@testable import Flam

@Suite struct LevelTextTests {
  private func snapshot(_ edit: (inout OutputLevels) -> Void) -> Snapshot {
    var snapshot = Snapshot()
    edit(&snapshot.output)
    return snapshot
  }

  @Test(
    "all meters fit on a line of 80 letters, the clip lights first",
    arguments: [0, 7, 9999, 12_345, 2_000_000])
  func width(clips: Int) {
    let silent = LevelText().line(snapshot { $0.clipsAfterLimiter = clips })
    let loud = LevelText().line(
      snapshot {
        ($0.peak, $0.heldPeak, $0.rootMeanSquare, $0.gainReduction) = (1, 1, 0.0001, 100)
        ($0.loudnessPower, $0.clipsBeforeLimiter, $0.clipsAfterLimiter) = (1e-4, clips, clips)
      })
    for line in [silent, loud] {
      #expect(line.count <= 79, "\(line.count): \(line)")
      #expect(line.hasPrefix("clip ") && line.contains("lim ") && line.contains("LUFS "))
    }
    let after = loud.split(separator: " ")[1].split(separator: "+")
    let shown = [0: "0", 7: "7", 9999: "9999", 12_345: "12k", 2_000_000: "1M+"][clips]
    #expect(after.first.map(String.init) == shown?.split(separator: "+").first.map(String.init))
  }
}

@Suite struct EchoTextTests {
  private func snapshot(wanted: Float, gain: Float) -> Snapshot {
    var snapshot = Snapshot()
    (snapshot.wantedMonitorDecibels, snapshot.monitorDecibels) = (wanted, gain)
    return snapshot
  }

  @Test(
    "a microphone that the player wants silent is no alarm; one that is held lower is, and that it is back"
  )
  func monitor() {
    var text = EchoText()
    #expect(text.news(snapshot(wanted: -6, gain: -6)) == nil)
    #expect(text.news(snapshot(wanted: -.infinity, gain: -.infinity)) == nil)
    #expect(text.news(snapshot(wanted: 0, gain: 0)) == nil)
    #expect(text.news(snapshot(wanted: 0, gain: -13))?.contains("-13 dB in place of 0") == true)
    #expect(text.news(snapshot(wanted: 0, gain: -14)) == nil)
    #expect(text.news(snapshot(wanted: 0, gain: 0)) == "the microphone is played at 0 dB")
  }
}
