// SPDX-License-Identifier: GPL-3.0-or-later
import Latency
import Testing

@Suite struct RecordedTapsTests {
  /// A kind of recording, and what part of its taps is to be measured, and of these within 0.1 ms.
  struct Kind {
    let sampleRateHz: Int
    var lowPassHz: Double?
    let drumDecibels: Float
    let leastFound: Double
    let leastRight: Double
  }

  @Test(
    "what is told is within 0.1 ms of the truth; drums that drown in their tap are not told",
    arguments: [
      Kind(sampleRateHz: 48_000, drumDecibels: 6, leastFound: 0.75, leastRight: 1),
      Kind(sampleRateHz: 48_000, drumDecibels: 0, leastFound: 0.75, leastRight: 1),
      Kind(sampleRateHz: 48_000, drumDecibels: -6, leastFound: 0.7, leastRight: 0.92),
      Kind(sampleRateHz: 44_100, drumDecibels: 0, leastFound: 0.7, leastRight: 0.95),
      Kind(
        sampleRateHz: 44_100, lowPassHz: 16_000, drumDecibels: 6, leastFound: 0.5, leastRight: 0.95),
      Kind(
        sampleRateHz: 44_100, lowPassHz: 16_000, drumDecibels: 0, leastFound: 0.45, leastRight: 0.95
      ),
    ])
  func delays(_ kind: Kind) throws {
    var scores = Scores()
    for (index, delay) in [3.2, 7, 11, 16, 23, 40].enumerated() {
      let recording = try TapRecording(
        .init(
          sampleRateHz: kind.sampleRateHz, drumDecibels: kind.drumDecibels,
          delayMilliseconds: delay, lowPassHz: kind.lowPassHz, seed: UInt64(index + 1)))
      let result = RecordedTaps(recording.samples, sampleRateHz: kind.sampleRateHz).measured()
      #expect(abs(LatencyReport.median(result.delaysMilliseconds) - delay) < 0.1)
      scores.add(recording, result, toAudible: false)
    }
    #expect(scores.foundShare >= kind.leastFound)
    #expect(scores.share(within: 0.1) >= kind.leastRight)
    #expect(scores.worst < 0.4)
  }
}
