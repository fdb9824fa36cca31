// SPDX-License-Identifier: GPL-3.0-or-later

/// How long it takes from a tap to its sound, in milliseconds, item by item.
public struct LatencyReport: Encodable, Sendable, Equatable {
  /// How a delay is measured.
  public enum Method: String, Encodable, Sendable, CaseIterable {
    /// The instrument and its buffers, counted to the frame; no sound card.
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

  /// What takes time on the way from a tap to its sound, in the order in which it is told.
  public enum Item: String, Encodable, Sendable, CaseIterable {
    /// A frame has to wait until its period is captured.
    case capturePeriod = "capture period"
    /// From a stroke on a board to the end of its scan time and of the message that tells it.
    case telling = "scan time and line"
    /// From a tap's beginning to the decision that starts its drum.
    case hearing
    /// What is waited so that every tap takes equally long, and is surer of its sound.
    case constantDelayMargin = "constant-delay margin"
    /// What is queued before the frames that answer.
    case playbackBuffer = "playback buffer"
    /// What converters and their queues add to the buffers.
    case deviceOwn = "device's own"
    /// The same, and the way through the air.
    case deviceAndAir = "device's own and air"
    /// What passes in a drum's recording before it is heard.
    case kitOnset = "kit's onset"
    /// The delay of the limiter.
    case limiter
    /// Below zero: how long before the tap its drum began, because a finger touched before it struck.
    case earlyStart = "begun by a touch"
    /// All of it, where nothing tells the items apart.
    case asRecorded = "tap to drum"
    /// By how much the items miss the measurement, as far as both are exact: up to 0.5 ms, and possibly below zero.
    case measurementError = "measurement error"
    /// What the other items leave of the measurement.
    case unexplained
  }

  /// One item and its share of the delay.
  public struct Stage: Encodable, Sendable, Equatable {
    /// What takes the time.
    public let name: Item
    /// How long, in milliseconds.
    public let milliseconds: Double

    /// An item's share.
    public init(_ name: Item, milliseconds: Double) {
      self.name = name
      self.milliseconds = milliseconds
    }
  }

  /// What players accept, in milliseconds, unless told otherwise.
  public static let defaultBudgetMilliseconds = 23.0
  /// Rests below it come of rounding: a nanosecond.
  private static let negligibleMilliseconds = 1e-6

  /// The items and the measurement agree within it.
  static let mostErrorMilliseconds = 0.5
  /// So much may stay unexplained: the way of sound through 1.7 m of air.
  static let mostUnexplainedMilliseconds = 5.0

  /// How it was measured.
  public let method: Method
  /// Hits that were measured.
  public let trials: Int
  /// Each of them, in the order of measuring.
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
  /// What it is held against.
  public let budgetMilliseconds: Double
  /// The median keeps the budget.
  public let withinBudget: Bool
  /// The items; their sum is the median.
  public let stages: [Stage]

  /// A report of `delaysMilliseconds`, at least one. What the known `stages` leave of their median is a last stage of
  /// its own: the measurement's error up to 0.5 ms, else the unexplained; without known stages, the delay as recorded.
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
