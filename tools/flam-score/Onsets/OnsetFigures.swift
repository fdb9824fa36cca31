// SPDX-License-Identifier: GPL-3.0-or-later

/// A tally as the figures people compare; one line of JSON.
struct OnsetFigures: Encodable {
  /// Recall of a class of hits, and how many there are.
  struct Recall: Encodable {
    let hits: Int
    let recall: Double

    init?(_ counts: Counts) {
      hits = counts.found + counts.missed
      recall = counts.recall.rounded(4)
      if hits == 0 { return nil }
    }
  }

  /// A distance of levels in decibels.
  struct LevelError: Encodable {
    let median: Double
    let p95: Double

    init?(_ errors: [Double]) {
      guard let median = errors.median, let p95 = errors.quantile(0.95) else { return nil }
      self.median = median.rounded(3)
      self.p95 = p95.rounded(3)
    }
  }

  let kind: String
  let detector: String
  /// The origin of the recordings; nil for all of a kind.
  let source: String?
  let player: String?
  let recordings: Int
  let minutes: Double
  /// Hits that must be found; ambiguous ones.
  let hits: Int
  let ambiguous: Int
  /// Within -5...+10 ms.
  let found: Int
  let wrong: Int
  let missed: Int
  let f: Double
  let precision: Double
  let recall: Double
  /// Within ±25 and ±50 ms.
  let f25: Double
  let f50: Double
  /// Mean of the recordings' F, and the worst.
  let meanF: Double
  let worstF: Double
  let worstRecording: String
  /// The worst within ±50 ms.
  let worstF50: Double
  let worstF50Recording: String
  let errorMedianMilliseconds: Double?
  /// Median distance from that median.
  let errorDeviationMilliseconds: Double?
  let delayMedianMilliseconds: Double?
  let delayP95Milliseconds: Double?
  let delayP99Milliseconds: Double?
  /// Extra hits soon after one that was found, in percent of those.
  let doublesPercent: Double?
  let rollRecall: Recall?
  /// Share of the hits found that were known in the end, if their sound is one of the profile's.
  let soundsKnown: Recall?
  let recallOver30Decibels: Recall?
  let recall20To30Decibels: Recall?
  let recallUnder20Decibels: Recall?
  let recallLoud: Recall?
  let recallMedium: Recall?
  let recallQuiet: Recall?
  let wrongPerMinute: Double
  /// Of these, the ones that are one of the profile's sounds and would be answered by a drum.
  let soundingWrongPerMinute: Double
  let levelErrorAt3Milliseconds: LevelError?
  let levelErrorAt12Milliseconds: LevelError?
  /// The processor's time for a minute of sound, reading the file included.
  let processorSecondsPerMinute: Double

  /// The figures of entries of one detector, at least one.
  init(
    _ entries: [OnsetBenchmark.Entry], detector: String, source: String? = nil,
    player: String? = nil
  ) {
    let total = OnsetBenchmark.total(entries)
    let minutes = total.seconds / 60
    func perMinute(_ count: Int) -> Double { (Double(count) / Swift.max(1e-9, minutes)).rounded(3) }
    kind = entries[0].recording.kind
    self.detector = detector
    self.source = source
    self.player = player
    recordings = total.recordings
    self.minutes = minutes.rounded(2)
    hits = total.narrow.found + total.narrow.missed
    ambiguous = total.ambiguous
    found = total.narrow.found
    wrong = total.narrow.wrong
    missed = total.narrow.missed
    f = total.narrow.f.rounded(4)
    precision = total.narrow.precision.rounded(4)
    recall = total.narrow.recall.rounded(4)
    f25 = total.quarter.f.rounded(4)
    f50 = total.half.f.rounded(4)
    meanF = (entries.map(\.tally.narrow.f).mean ?? 0).rounded(4)
    let worst = entries.min { Self.isWorse($0.tally, than: $1.tally) } ?? entries[0]
    worstF = worst.tally.narrow.f.rounded(4)
    worstRecording = worst.recording.name
    let worst50 = entries.min { $0.tally.half.f < $1.tally.half.f } ?? entries[0]
    worstF50 = worst50.tally.half.f.rounded(4)
    worstF50Recording = worst50.recording.name
    errorMedianMilliseconds = total.errorMilliseconds.median?.rounded(3)
    errorDeviationMilliseconds = total.errorMilliseconds.medianDeviation?.rounded(3)
    delayMedianMilliseconds = total.delayMilliseconds.median?.rounded(3)
    delayP95Milliseconds = total.delayMilliseconds.quantile(0.95)?.rounded(3)
    delayP99Milliseconds = total.delayMilliseconds.quantile(0.99)?.rounded(3)
    doublesPercent =
      found > 0 ? (100 * Double(total.doubles) / Double(found)).rounded(3) : nil
    rollRecall = Recall(total.roll)
    soundsKnown = Recall(total.sounds)
    recallOver30Decibels = Recall(total.bySignal[SignalClass.over30.rawValue])
    recall20To30Decibels = Recall(total.bySignal[SignalClass.from20.rawValue])
    recallUnder20Decibels = Recall(total.bySignal[SignalClass.under20.rawValue])
    recallLoud = Recall(total.byLevel[LevelClass.loud.rawValue])
    recallMedium = Recall(total.byLevel[LevelClass.medium.rawValue])
    recallQuiet = Recall(total.byLevel[LevelClass.quiet.rawValue])
    wrongPerMinute = perMinute(wrong)
    soundingWrongPerMinute = perMinute(total.soundingWrong)
    levelErrorAt3Milliseconds = LevelError(total.levelErrors[0])
    levelErrorAt12Milliseconds = LevelError(total.levelErrors[1])
    processorSecondsPerMinute =
      (entries.map(\.processorSeconds).reduce(0, +) / Swift.max(1e-9, minutes)).rounded(4)
  }

  /// The lower F is worse; between equals the more false hits.
  private static func isWorse(_ one: OnsetTally, than other: OnsetTally) -> Bool {
    (one.narrow.f, -one.narrow.wrong) < (other.narrow.f, -other.narrow.wrong)
  }
}
