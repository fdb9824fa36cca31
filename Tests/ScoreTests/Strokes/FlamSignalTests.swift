// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct FlamSignalTests {
  private static func score(
    _ gapSeconds: Double, _ heard: ([Double]) -> [Double]
  ) -> TestSignalScore {
    let signal = FlamSignal.make(.knocks(.close), gapSeconds: gapSeconds, seed: 1)
    let hits = heard(signal.strikes.map(\.seconds)).map {
      HeardHit(seconds: $0, availableSeconds: $0)
    }
    return TestSignalScore(signal, heard: hits, within: FlamSignal.tolerance)
  }

  @Test("forty grace notes lie the gap before their strokes", arguments: [0.012, 0.02, 0.04])
  func gaps(seconds: Double) {
    let signal = FlamSignal.make(.knocks(.close), gapSeconds: seconds, seed: 1)
    let times = signal.strikes.map(\.seconds)
    #expect(times.count == 80)
    for pair in stride(from: 0, to: 80, by: 2) {
      #expect(abs(times[pair + 1] - times[pair] - seconds) < 1e-4)
    }
    #expect(zip(times, times.dropFirst(2)).allSatisfy { $1 - $0 > 0.9 })
    // The room before the first flam, and the flam that is played over it.
    let start = Array(signal.samples[..<40_000]).levelDecibels
    #expect(abs(start + 66) < 0.5)
    #expect((0.2...0.4).contains(signal.samples.peak))
  }

  @Test("a flam counts if both of its strikes are heard in their place")
  func counted() {
    #expect(FlamSignal.bothHeard(Self.score(0.015) { $0 }) == 40)
    #expect(FlamSignal.bothHeard(Self.score(0.015) { $0.map { $0 + 0.0055 } }) == 40)
    #expect(FlamSignal.bothHeard(Self.score(0.03) { $0.map { $0 + 0.007 } }) == 0)
    #expect(FlamSignal.bothHeard(Self.score(0.03) { $0.map { $0 - 0.0045 } }) == 0)
    #expect(FlamSignal.bothHeard(Self.score(0.015) { Array($0.dropFirst()) }) == 39)
    // One hit a flam, as if the two were one: no flam is heard.
    let merged = Self.score(0.015) { times in
      stride(from: 0, to: times.count, by: 2).map { times[$0] }
    }
    #expect(FlamSignal.bothHeard(merged) == 0 && merged.heard == 40)
  }
}
