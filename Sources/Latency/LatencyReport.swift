// SPDX-License-Identifier: GPL-3.0-or-later

/// How long it takes from a tap to its sound, in milliseconds, item by item.
public struct LatencyReport: Codable, Sendable, Equatable {
  /// One item of the delay.
  public struct Stage: Codable, Sendable, Equatable {
    /// What takes the time.
    public let name: String
    /// How long, in milliseconds.
    public let milliseconds: Double

    /// An item.
    public init(name: String, milliseconds: Double) {
      self.name = name
      self.milliseconds = milliseconds
    }
  }

  /// What players accept, in milliseconds, unless told otherwise.
  public static let defaultBudgetMilliseconds = 23.0

  /// How it was measured.
  public let method: String
  /// Hits that were measured.
  public let trials: Int
  /// Half of the trials were faster.
  public let medianMilliseconds: Double
  /// 95 of 100 trials were faster.
  public let p95Milliseconds: Double
  /// The slowest trial.
  public let maxMilliseconds: Double
  /// Standard deviation of the trials.
  public let jitterMilliseconds: Double
  /// What it is held against.
  public let budgetMilliseconds: Double
  /// The median keeps the budget.
  public let withinBudget: Bool
  /// The items; their sum is the median.
  public let stages: [Stage]

  /// A report of `delaysMilliseconds`, at least one; what the known `stages` leave of their median is the last stage,
  /// named `remainder`.
  public init(
    method: String, delaysMilliseconds: [Double], stages: [Stage], remainder: String,
    budgetMilliseconds: Double = defaultBudgetMilliseconds
  ) {
    precondition(!delaysMilliseconds.isEmpty, "a report needs at least one trial")
    let sorted = delaysMilliseconds.sorted()
    let count = Double(sorted.count)
    let mean = sorted.reduce(0, +) / count
    let variance = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    self.method = method
    trials = sorted.count
    medianMilliseconds = Self.percentile(0.5, of: sorted)
    p95Milliseconds = Self.percentile(0.95, of: sorted)
    maxMilliseconds = sorted[sorted.count - 1]
    jitterMilliseconds = variance.squareRoot()
    self.budgetMilliseconds = budgetMilliseconds
    withinBudget = medianMilliseconds <= budgetMilliseconds
    let known = stages.reduce(0) { $0 + $1.milliseconds }
    self.stages =
      stages + [Stage(name: remainder, milliseconds: medianMilliseconds - known)]
  }

  /// The value below which a share of the sorted values lies, between two of them by a straight line.
  static func percentile(_ share: Double, of sorted: [Double]) -> Double {
    let position = share * Double(sorted.count - 1)
    let lower = Int(position)
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower])
  }
}
