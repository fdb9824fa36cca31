// SPDX-License-Identifier: GPL-3.0-or-later

/// The delay from a tap to its drum, in milliseconds, item by item.
public struct LatencyReport: Encodable, Sendable, Equatable {
  /// How a delay is measured.
  public enum Method: String, Encodable, Sendable, CaseIterable {
    /// The instrument and its buffers, exact to the frame; no sound card.
    case engine
    /// Out of an output and straight into an input, by a cable or a loop-back device.
    case loop
    /// Out of a loudspeaker and into a microphone.
    case air
    /// Taps and the drums that answer them, both heard by a microphone.
    case tap
    /// The instrument and its buffers, while it plays on the devices under load.
    case stress
  }

  /// The parts of the delay from a tap to its drum, in their usual order.
  public enum Item: String, Encodable, Sendable, CaseIterable {
    /// A frame has to wait until its period is captured.
    case capturePeriod = "capture period"
    /// From a hit on a board to the end of its scan time and of its message.
    case reporting = "scan time and line"
    /// From a tap's beginning to the decision that starts its drum.
    case hearing
    /// A wait that makes the delay equal for every tap, and the decision surer.
    case constantDelayMargin = "constant-delay margin"
    /// The frames queued before the answer.
    case playbackBuffer = "playback buffer"
    /// What converters and their queues add to the buffers.
    case deviceOwn = "device's own"
    /// The same, and the way through the air.
    case deviceAndAir = "device's own and air"
    /// The time in a drum's recording before it is heard.
    case kitOnset = "kit's onset"
    /// The delay of effects on the way of the drums.
    case effects
    /// The delay of the limiter.
    case limiter
    /// Below zero: how long before the tap its drum began, because a finger touched before it
    /// struck.
    case earlyStart = "started by the finger's touch"
    /// The whole delay, if its items cannot be separated.
    case asRecorded = "tap to drum"
    /// The difference between items and measurement, as far as both are exact: up to 0.5 ms; it may
    /// be below zero.
    case measurementError = "measurement error"
    /// The rest of the measurement that the other items do not explain.
    case unexplained
  }

  /// One item and its share of the delay.
  public struct Stage: Encodable, Sendable, Equatable {
    /// The item.
    public let name: Item
    /// Its time, in milliseconds.
    public let milliseconds: Double

    /// An item's share.
    public init(_ name: Item, milliseconds: Double) {
      self.name = name
      self.milliseconds = milliseconds
    }
  }

  /// The default for the longest acceptable delay, in milliseconds.
  public static let defaultBudgetMilliseconds = 23.0
  /// Smaller rests come from rounding: a nanosecond.
  private static let negligibleMilliseconds = 1e-6

  /// The largest difference between items and measurement that counts as an error.
  static let mostErrorMilliseconds = 0.5
  /// The most that may stay unexplained: the travel time of sound through 1.7 m of air.
  static let mostUnexplainedMilliseconds = 5.0

  /// How it was measured.
  public let method: Method
  /// The number of measured hits.
  public let trials: Int
  /// The delay of each hit, in order.
  public let delaysMilliseconds: [Double]
  /// Half of the trials were faster.
  public let medianMilliseconds: Double
  /// 95 of 100 trials were faster.
  public let p95Milliseconds: Double
  /// The slowest trial.
  public let maxMilliseconds: Double
  /// Trials in which the sound came before its tap.
  public let earlyTrials: Int
  /// Standard deviation of the trials.
  public let jitterMilliseconds: Double
  /// The budget in milliseconds.
  public let budgetMilliseconds: Double
  /// The median is within the budget.
  public let withinBudget: Bool
  /// The items; their sum is the median.
  public let stages: [Stage]

  /// A report of `delaysMilliseconds`, at least one. The rest of their median that the known
  /// `stages` do not explain becomes a last stage: the measurement's error up to 0.5 ms, else the
  /// unexplained; without known stages, the delay as recorded.
  public init(
    method: Method, delaysMilliseconds: [Double], stages: [Stage],
    budgetMilliseconds: Double = defaultBudgetMilliseconds
  ) {
    precondition(!delaysMilliseconds.isEmpty, "a report needs at least one trial")
    let sorted = delaysMilliseconds.sorted()
    let count = Double(sorted.count)
    let mean = sorted.reduce(0, +) / count
    let variance = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    self.method = method
    self.delaysMilliseconds = delaysMilliseconds
    trials = sorted.count
    medianMilliseconds = Self.percentile(0.5, of: sorted)
    p95Milliseconds = Self.percentile(0.95, of: sorted)
    maxMilliseconds = sorted[sorted.count - 1]
    earlyTrials = sorted.count { $0 < 0 }
    jitterMilliseconds = variance.squareRoot()
    self.budgetMilliseconds = budgetMilliseconds
    withinBudget = medianMilliseconds <= budgetMilliseconds
    let rest = medianMilliseconds - stages.reduce(0) { $0 + $1.milliseconds }
    let item: Item =
      stages.isEmpty
      ? .asRecorded : abs(rest) <= Self.mostErrorMilliseconds ? .measurementError : .unexplained
    let isExplained = abs(rest) < Self.negligibleMilliseconds
    self.stages = stages + (isExplained ? [] : [Stage(item, milliseconds: rest)])
  }

  /// The value that half of `values`, at least one, lie below.
  public static func median(_ values: [Double]) -> Double { percentile(0.5, of: values.sorted()) }

  /// The value below which a share of the sorted values lies, between two of them by a straight line.
  static func percentile(_ share: Double, of sorted: [Double]) -> Double {
    let position = share * Double(sorted.count - 1)
    let lower = Int(position)
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower])
  }
}

extension LatencyReport {
  /// The same figures as part of another measurement.
  package func measured(by method: Method) -> LatencyReport {
    LatencyReport(
      method: method, delaysMilliseconds: delaysMilliseconds, stages: stages,
      budgetMilliseconds: budgetMilliseconds)
  }
}
