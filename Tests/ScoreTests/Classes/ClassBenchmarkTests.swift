// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import TestSupport
import Testing

@testable import flam_score

@Suite struct ClassBenchmarkTests {
  /// Hits of two sounds that are never confused, 300 ms each.
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

  @Test("sounds that are never confused are known in the end, all of them, also after thirty hits")
  func endToEnd() throws {
    let results = try ClassBenchmark().results(TaughtTask(Self.task, examples: 10))
    let figures = results.map(ClassFigures.init)
    // Sixteen hits are played four times.
    #expect(figures.map(\.variant) == [.plain, .played, .unlearned])
    #expect(figures.map(\.tests) == [16, 34, 34])
    #expect(figures.allSatisfy { $0.final == 1 && $0.found == 1 && $0.answered == 1 })
    #expect(figures[0].extra == 0)
    #expect(figures[0].confusions.counts == [[8, 0, 0, 0], [0, 8, 0, 0]])
    #expect(results.compactMap(\.stream).map(\.trials.count) == [64])
  }

  @Test("variants test the harder half, and all but the hits learned in the other room", .slow)
  func variants() throws {
    let taught = TaughtTask(Self.task, examples: 5)
    let results = try ClassBenchmark(examples: 5, isSoftToHard: true).results(taught)
    #expect(results.map(\.variant) == [.plain, .played, .unlearned, .hard, .softTrained])
    #expect(results.map(\.trials.trials.count) == [16, 34, 34, 8, 8])
    let others = try ClassBenchmark().otherRoomResults(taught)
    #expect(others.map(\.variant) == [.otherRoom, .otherPlayed, .relearned])
    #expect(others.map(\.trials.trials.count) == [8, 34, 8])
    let days = try ClassBenchmark().otherDayResults(taught)
    #expect(days.map(\.variant) == [.otherDay, .otherDayPlayed, .otherDayRelearned])
    #expect(days.map(\.trials.trials.count) == [8, 34, 8])
    let judgements = ClassReport(days).result.judgements.filter { $0.row == .anotherDay }
    #expect(judgements.map(\.target) == [0.60, 0.65, 0.85, 0.90])
    #expect(judgements.allSatisfy { $0.seen == 1 })
  }

  @Test("hits are played in another order, few of them several times")
  func order() {
    let few = Self.task.test
    let played = ClassBenchmark.playing(few)
    #expect(played.count == 64)
    #expect(played.prefix(16).map(\.label) != few.map(\.label))
    #expect(played.prefix(16).count { $0.label == "low" } == 8)
    #expect(ClassBenchmark.playing(few + few + few + few).count == 64)
  }
}
