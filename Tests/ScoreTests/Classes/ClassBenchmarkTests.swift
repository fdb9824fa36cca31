// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import flam_score

@Suite struct ClassBenchmarkTests {
  /// Hits of two sounds that no one confuses, 300 ms each.
  private static func clips(count: Int, seed: UInt64) -> [Clip] {
    [("low", StruckSounds.low), ("high", StruckSounds.high)].flatMap { label, sound in
      let amplitudes = StruckSounds.dynamics(count: count, rangeDecibels: 12)
      let take = StruckSounds.take(sound, amplitudes: amplitudes, seed: seed)
      return zip(take.onsetFrames, amplitudes).map { onset, amplitude in
        Clip(
          samples: Array(take.samples[onset - 2400..<onset + 12_000]), sampleRateHz: 48_000,
          onsetFrame: 2400, label: label, levelDecibels: Double(20 * amplitude))
      }
    }
  }

  private static let task = ClassTask(
    name: "thumps", train: clips(count: 8, seed: 1), test: clips(count: 8, seed: 2))

  @Test("sounds that no one confuses are known in the end, all of them")
  func endToEnd() throws {
    let results = try ClassBenchmark().results(Self.task)
    let figures = try #require(results.first.map(ClassFigures.init))
    #expect(results.count == 1 && figures.tests == 16)
    #expect(figures.final == 1 && figures.found == 1 && figures.extra == 0)
    #expect(figures.confusions.counts == [[8, 0, 0, 0], [0, 8, 0, 0]])
  }

  @Test("variants test the harder half, and all but what was learned in the other room")
  func variants() throws {
    let benchmark = ClassBenchmark(examples: 5, isSoftToHard: true, isOtherRoom: true)
    let results = try benchmark.results(Self.task)
    #expect(
      results.map(\.variant) == [.plain, .hard, .softTrained, .otherRoom, .relearned])
    #expect(results.map(\.trials.trials.count) == [16, 8, 8, 10, 10])
  }
}
