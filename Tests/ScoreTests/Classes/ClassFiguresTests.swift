// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct ClassFiguresTests {
  /// Four hits: one known at once, one from 5 ms on, one rejected, one not heard.
  private static let trials = ClassTrials(
    trials: [
      trial("a", [(1, "a", 0.9)]), trial("a", [(1, "b", 0.6), (5, "a", 0.8)]),
      trial("b", [(2, "a", 0.7), (20, nil, 0.5)]), trial("b", []),
    ], extra: 2)

  private static func trial(
    _ label: String, _ opinions: [(Double, String?, Double)]
  ) -> ClassTrials.Trial {
    ClassTrials.Trial(
      label: label,
      opinions: opinions.map {
        ClassTrials.Opinion(milliseconds: $0.0, sound: $0.1, confidence: $0.2)
      })
  }

  @Test("a known sound counts from the moment it is decided")
  func accuracy() {
    #expect(Self.trials.accuracy(by: 0.5) == 0)
    #expect(Self.trials.accuracy(by: 3) == 0.25)
    #expect(Self.trials.accuracy(by: 6) == 0.5)
    #expect(Self.trials.accuracy(by: .infinity) == 0.5)
    #expect(Self.trials.found == 0.75)
  }

  @Test("confusions count the last decision")
  func confusions() {
    let confusions = Confusions(Self.trials, labels: ["a", "b"])
    #expect(confusions.takenFor == ["a", "b", Confusions.rejected, Confusions.missed])
    #expect(confusions.counts == [[2, 0, 0, 0], [0, 0, 1, 1]])
    #expect(confusions.worstPairs.isEmpty)
  }

  @Test("the calibration error is the mean distance of confidence from truth, tenth by tenth")
  func reliability() throws {
    let reliability = try #require(
      Reliability([(0.95, true), (0.95, true), (0.65, true), (0.65, false)]))
    #expect(reliability.meanConfidence == 0.8)
    #expect(reliability.accuracy == 0.75)
    // (2 · |0.95 - 1| + 2 · |0.65 - 0.5|) / 4
    #expect(abs(reliability.expectedCalibrationError - 0.1) < 1e-9)
    #expect(Reliability([]) == nil)
  }

  @Test("a rejected hit does not count for confidences")
  func rejected() {
    #expect(Self.trials.reliability(by: .infinity)?.hits == 2)
  }

  @Test("the table holds the means of all tasks, and how many own hits were heard and refused")
  func means() {
    let figures = ["taps", "drumkit_x"].map { task in
      ClassFigures(
        ClassBenchmark.Result(
          task: task, labels: ["a", "b"], variant: .plain, trials: Self.trials))
    }
    let means = ClassTargets.means(figures)
    #expect(means.map(\.seen) == [0.25, 0.5, 0.5, 0.5, 0.5])
    #expect(means.map(\.target) == [0.76, 0.83, 0.88, 0.91, 0.93])
    let own = ClassTargets.found(figures)
    #expect(own.map(\.target) == [0.98, 0.99, 0.01])
    #expect(own[0].seen == 0.75 && own[1].seen == 0.75)
    // Of three that were found one was refused.
    #expect(abs(own[2].seen - 1.0 / 3) < 1e-4)
    #expect(ClassTargets.otherRooms(figures).isEmpty)
  }

  @Test("targets go by the number of sounds, and by voice")
  func targets() {
    let result = ClassBenchmark.Result(
      task: "taps", labels: ["a", "b"], variant: .plain, trials: Self.trials)
    let judgements = ClassFigures(result).judgements
    #expect(judgements.map(\.target) == [0.93, 0.96, 0.98, 0.985])
    #expect(judgements.allSatisfy { !$0.isMet })
    let voice = ClassTargets.targets(task: "beatbox_A", soundCount: 3, variant: .plain)
    #expect(voice.map(\.accuracy) == [0.78, 0.80, 0.85, 0.88, 0.92])
    #expect(ClassTargets.targets(task: "keys", soundCount: 26, variant: .plain).isEmpty)
  }
}
