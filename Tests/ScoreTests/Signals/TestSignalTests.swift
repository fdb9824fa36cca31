// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct TestSignalTests {
  private static let clip = Clip(
    samples: [0.1, 0.5, -0.25], sampleRateHz: 10, onsetFrame: 1, label: "x", levelDecibels: nil)

  @Test("a strike's attack is at its place, its peak at its level")
  func strike() {
    var stage = TestSignal(seconds: 1, sampleRateHz: 10)
    stage.strike(Self.clip, peakDecibels: -6.0206, atSeconds: 0.5)
    #expect(abs(stage.samples[5] - 0.5) < 1e-4)
    #expect(abs(stage.samples[4] - 0.1) < 1e-4 && abs(stage.samples[6] + 0.25) < 1e-4)
    #expect(stage.strikes.map(\.seconds) == [0.5] && stage.strikes[0].label == "x")
  }

  @Test("sounds outside are left out, too loud ones are clipped")
  func ends() {
    var stage = TestSignal(seconds: 0.3, sampleRateHz: 10)
    stage.add([1, 2, 3, 4], atSeconds: 0.1)
    #expect(stage.samples == [0, 1, 2])
    #expect(stage.recorded == [0, 1, 1])
    stage.strike(Self.clip, peakDecibels: 0, atSeconds: 0)
    #expect(stage.samples == [1, 0.5, 2])
  }

  @Test("the gain turns everything")
  func gain() {
    var stage = TestSignal(seconds: 0.2, sampleRateHz: 10)
    stage.add([1, 1])
    stage.turn { $0 < 0.05 ? 0.5 : 2 }
    #expect(stage.samples == [0.5, 2])
  }
}
