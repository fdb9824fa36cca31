// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct RollSignalTests {
  @Test(
    "eight rolls of ten strokes, each of one sound, about as fast as asked", arguments: [12.0, 20])
  func rolls(strokesPerSecond: Double) {
    let clips = StrikeSet.knocks(.close).clips
    let two = ["low", "high"].flatMap { label in
      clips.map {
        Clip(
          samples: $0.samples, sampleRateHz: $0.sampleRateHz, onsetFrame: $0.onsetFrame,
          label: label, levelDecibels: nil)
      }
    }
    let strikes = StrikeSet(ClassTask(name: "box", train: two, test: two))
    let signal = RollSignal.make(strikes, strokesPerSecond: strokesPerSecond, seed: 2)
    #expect(signal.strikes.count == 80 && RollSignal.strokeCount == 80)
    for roll in 0..<8 {
      let strokes = signal.strikes[10 * roll..<10 * roll + 10]
      #expect(Set(strokes.map(\.label)) == [["high", "low"][roll % 2]])
      let gaps = zip(strokes, strokes.dropFirst()).map { $1.seconds - $0.seconds }
      #expect(gaps.allSatisfy { abs($0 * strokesPerSecond - 1) <= 0.101 })
    }
  }
}
