// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Latency
import Storage

/// What tap to drum takes, of what that is made, and what was measured before.
struct PageDelay: Encodable, Sendable {
  /// So many of the last hits are counted, where fewer are not asked for.
  private static let mostHits = 200
  /// So many measurements are told, the latest first.
  private static let measurements = 5
  private static let ranges = 24

  /// The last hits.
  struct Counted: Encodable {
    let trials: Int
    let medianMilliseconds: Double
    let p95Milliseconds: Double
    let jitterMilliseconds: Double
    /// How many fell into each range of time.
    let startMilliseconds: Double
    let widthMilliseconds: Double
    let counts: [Int]
  }

  /// What was measured once, by `flam latency`.
  struct Measured: Encodable {
    let day: String
    let method: String
    let input: String
    let output: String
    let periodFrames: Int
    let trials: Int
    let medianMilliseconds: Double
    let jitterMilliseconds: Double
    let deviceMilliseconds: Double?
  }

  let budgetMilliseconds: Double
  let stages: [LatencyReport.Stage]
  /// Nil where no hit has sounded: the stages are those that are to be expected.
  let counted: Counted?
  /// The day on which the devices' own part was measured; nil where it is not among the stages.
  let deviceMeasuredOn: String?
  let measured: [Measured]
  /// What strokes take that come from elsewhere; empty where none do.
  let ports: [PortDelay]

  /// Of an engine that plays, and of what was kept.
  init(_ engine: Engine, lastHits hits: Int?, kept: [StoredMeasurement]) {
    let count = max(1, min(Self.mostHits, hits ?? Self.mostHits))
    let report = engine.delayReport(lastHits: count)
    budgetMilliseconds =
      engine.state.delay?.budgetMilliseconds ?? LatencyReport.defaultBudgetMilliseconds
    let expected = engine.expectedDelay
    stages = report?.stages ?? expected.items.stages
    deviceMeasuredOn = expected.device?.day
    ports = engine.portDelays
    counted = report.map { report in
      let histogram = TrialHistogram(report.delaysMilliseconds, mostRanges: Self.ranges)
      return Counted(
        trials: report.trials, medianMilliseconds: report.medianMilliseconds,
        p95Milliseconds: report.p95Milliseconds, jitterMilliseconds: report.jitterMilliseconds,
        startMilliseconds: histogram.startMilliseconds,
        widthMilliseconds: histogram.widthMilliseconds, counts: histogram.counts)
    }
    measured = kept.suffix(Self.measurements).reversed().map {
      Measured(
        day: $0.day, method: $0.method, input: PathText.name($0.setup.input),
        output: PathText.name($0.setup.output), periodFrames: $0.setup.periodFrames,
        trials: $0.trials, medianMilliseconds: $0.medianMilliseconds,
        jitterMilliseconds: $0.jitterMilliseconds, deviceMilliseconds: $0.deviceMilliseconds)
    }
  }
}
