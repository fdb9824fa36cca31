// SPDX-License-Identifier: GPL-3.0-or-later

/// What hearing is to reach, by the kind of recording.
enum OnsetTargets {
  /// The share of a core that hearing may take.
  static let largestShare = 0.02

  static func judgements(_ figures: OnsetFigures) -> [Judgement] {
    let targets: [Judgement?] =
      switch figures.kind {
      case TruthFolder.negatives:
        [.atMost(1, "false hits that sound, a minute", figures.soundingWrongPerMinute)]
      case TruthFolder.impulsiveNegatives:
        [.atMost(10, "false hits that sound, a minute", figures.soundingWrongPerMinute)]
      case "real_human":
        [
          .atLeast(0.95, "F within ±50 ms", figures.f50),
          .atLeast(0.90, "F within ±25 ms", figures.f25),
          .atMost(6, "decision after the onset, median ms", figures.delayMedianMilliseconds),
        ]
      case "composed":
        exact(figures, leastF: 0.985) + [
          .atLeast(0.97, "recall 20–30 dB over the noise", figures.recall20To30Decibels?.recall),
          .atLeast(0.80, "recall under 20 dB", figures.recallUnder20Decibels?.recall),
          .atMost(1, "level at 3 ms, median error dB", figures.levelErrorAt3Milliseconds?.median),
          .atMost(4, "level at 3 ms, p95 error dB", figures.levelErrorAt3Milliseconds?.p95),
          .atMost(
            0.1, "level at 12 ms, median error dB", figures.levelErrorAt12Milliseconds?.median),
          .atMost(0.7, "level at 12 ms, p95 error dB", figures.levelErrorAt12Milliseconds?.p95),
        ]
      default: exact(figures, leastF: 0.97)
      }
    return targets.compactMap { $0 }
  }

  /// For truth that is exact to a few milliseconds.
  private static func exact(_ figures: OnsetFigures, leastF: Double) -> [Judgement?] {
    [
      .atLeast(leastF, "F within -5…+10 ms", figures.f),
      .atMost(0.5, "decision after the onset, median ms", figures.delayMedianMilliseconds),
      .atMost(3, "decision after the onset, p99 ms", figures.delayP99Milliseconds),
      .atMost(0.3, "double triggers, % of hits", figures.doublesPercent),
      .atLeast(0.98, "recall in rolls", figures.rollRecall?.recall),
    ]
  }
}
