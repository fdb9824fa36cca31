// SPDX-License-Identifier: GPL-3.0-or-later

/// The targets of hearing, by the kind of recording.
enum OnsetTargets {
  /// The kind of recordings whose truth was written by hand.
  static let byHand = "real_human"
  /// The share of a core that hearing may take.
  static let largestShare = 0.006

  /// - Parameters:
  ///   - figures: Ours.
  ///   - peers: Those of the peer, in each of its settings.
  static func judgements(_ figures: OnsetFigures, peers: [OnsetFigures] = []) -> [Judgement] {
    let targets: [Judgement?] =
      switch figures.kind {
      case TruthFolder.negatives, TruthFolder.impulsiveNegatives: []
      case byHand:
        [
          .atLeast(0.90, "F within ±25 ms", figures.f25),
          Judgement.atLeast(0.93, "F within ±50 ms", figures.f50)?
            .inTable(
              .onsets, of: figures.kind, worst: worst50(figures),
              peer: peers.map(\.f50).max().map { $0.fixed(3) }),
          .atMost(6, "decision after the onset, median ms", figures.delayMedianMilliseconds),
        ]
      case "composed":
        exact(figures, leastF: 0.985, peers) + [
          .atLeast(0.97, "recall 20–30 dB over the noise", figures.recall20To30Decibels?.recall),
          .atLeast(0.80, "recall under 20 dB", figures.recallUnder20Decibels?.recall),
          .atMost(1, "level at 3 ms, median error dB", figures.levelErrorAt3Milliseconds?.median),
          .atMost(4, "level at 3 ms, p95 error dB", figures.levelErrorAt3Milliseconds?.p95),
          .atMost(
            0.1, "level at 12 ms, median error dB", figures.levelErrorAt12Milliseconds?.median),
          .atMost(0.7, "level at 12 ms, p95 error dB", figures.levelErrorAt12Milliseconds?.p95),
        ]
      default: exact(figures, leastF: 0.98, peers)
      }
    return targets.compactMap { $0 }
  }

  /// Drum sets whose truth was written by hand.
  static func drumSets(_ figures: OnsetFigures, peers: [OnsetFigures]) -> Judgement? {
    Judgement.atLeast(0.98, "F within ±50 ms", figures.f50)?
      .inTable(
        .onsets, of: "drum sets", worst: worst50(figures),
        peer: peers.map(\.f50).max().map { $0.fixed(3) })
  }

  /// For truth that is exact to a few milliseconds.
  private static func exact(
    _ figures: OnsetFigures, leastF: Double, _ peers: [OnsetFigures]
  ) -> [Judgement?] {
    let f = peers.map(\.f).max().map { $0.fixed(3) }
    let median = peers.compactMap(\.delayMedianMilliseconds).min().map { $0.fixed(2) }
    let p99 = peers.compactMap(\.delayP99Milliseconds).min().map { $0.fixed(2) }
    return [
      Judgement.atLeast(leastF, "F within -5…+10 ms", figures.f)?
        .inTable(.onsets, of: figures.kind, worst: worst(figures), peer: f),
      Judgement.atMost(0.5, "decision after the onset, median ms", figures.delayMedianMilliseconds)?
        .inTable(.onsets, of: figures.kind, peer: median),
      Judgement.atMost(4, "decision after the onset, p99 ms", figures.delayP99Milliseconds)?
        .inTable(.onsets, of: figures.kind, peer: p99),
      .atMost(0.3, "double triggers, % of hits", figures.doublesPercent),
      .atLeast(0.98, "recall in rolls", figures.rollRecall?.recall),
    ]
  }

  private static func worst(_ figures: OnsetFigures) -> String? {
    figures.recordings > 1 ? "\(figures.worstF.fixed(3)) \(figures.worstRecording)" : nil
  }

  private static func worst50(_ figures: OnsetFigures) -> String? {
    figures.recordings > 1
      ? "\(figures.worstF50.fixed(3)) \(figures.worstF50Recording)" : nil
  }
}
