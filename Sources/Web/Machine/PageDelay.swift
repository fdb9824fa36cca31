// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Latency
import Storage

/// The delay from tap to drum, its parts, and earlier measurements.
struct PageDelay: Encodable, Sendable {
  /// The number of last hits counted, unless the page asks for fewer.
  private static let mostHits = 200
  /// The number of measurements listed, the latest first.
  private static let measurements = 5
  private static let ranges = 24

  /// The last hits.
  struct Counted: Encodable {
    let trials: Int
    let medianMilliseconds: Double
    let p95Milliseconds: Double
    let jitterMilliseconds: Double
    /// The number of hits in each range of time.
    let startMilliseconds: Double
    let widthMilliseconds: Double
    let counts: [Int]
  }

  /// A measurement by `flam latency`.
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
  /// Nil if no hit has sounded: then the stages are the expected ones.
  let counted: Counted?
  /// The day on which the devices' own delay was measured; nil if it is not among the stages.
  let deviceMeasuredOn: String?
  let measured: [Measured]
  /// The delays of notes from MIDI and boards; empty without any.
  let ports: [PortDelay]

  /// The delay of an engine that plays, with stored measurements.
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
