// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct TestSignalScoreTests {
  private static func stage() -> TestSignal {
    var stage = TestSignal(seconds: 60, sampleRateHz: 100)
    for (seconds, label) in [(1.0, "a"), (2, "a"), (3, "b"), (4, "b")] {
      stage.strike(
        Clip(
          samples: [1], sampleRateHz: 100, onsetFrame: 0, label: label, levelDecibels: nil),
        peakDecibels: 0, atSeconds: seconds)
    }
    return stage
  }

  private static func hit(_ seconds: Double, _ sound: String?) -> HeardHit {
    HeardHit(
      seconds: seconds, availableSeconds: seconds, isSounding: sound != nil, sound: sound)
  }

  @Test("a sound from 20 ms before a strike to 30 ms after it answers it, the rest is false")
  func score() {
    let heard = [
      Self.hit(0.985, "a"), Self.hit(2.025, "b"), Self.hit(3.04, "b"), Self.hit(4, nil),
      Self.hit(10, "a"),
    ]
    let score = TestSignalScore(Self.stage(), heard: heard)
    #expect(score.isHeard == [true, true, false, false])
    #expect(score.right == 1)
    #expect(score.falseSeconds == [3.04, 10])
    #expect(score.falsePerMinute == 2)
    #expect(score.heardShare == 0.5 && score.rightShare == 0.25 && score.precision == 0.5)
  }

  @Test("within a narrower tolerance fewer strikes are heard; each has the velocity of its hit")
  func narrow() {
    let heard = [(1.005, 0.25), (2.025, 0.5), (3, 0.75)].map {
      HeardHit(seconds: $0, availableSeconds: $0, velocity: $1)
    }
    let score = TestSignalScore(Self.stage(), heard: heard, within: .narrow)
    #expect(score.velocities == [0.25, nil, 0.75, nil])
    #expect(score.falseSeconds == [2.025])
  }
}
