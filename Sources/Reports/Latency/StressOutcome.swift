// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Latency

/// A walk through the settings as one JSON object: the report of the recommended setting, and all
/// that was tried.
package struct StressOutcome: Encodable {
  package let walk: StressWalk
  /// The long trial that held; nil if there was none.
  package let soak: StressStep?
  /// The setting to play with; nil if none kept time.
  package let chosen: StressStep?
  let budgetMilliseconds: Double

  package init(
    walk: StressWalk, soak: StressStep?, chosen: StressStep?, budgetMilliseconds: Double
  ) {
    self.walk = walk
    self.soak = soak
    self.chosen = chosen
    self.budgetMilliseconds = budgetMilliseconds
  }

  /// The chosen setting keeps time and budget.
  package var isGood: Bool { chosen?.isWithinBudget ?? false }

  private enum CodingKeys: String, CodingKey {
    case method, budgetMilliseconds, withinBudget, steps, soak
    case smallestStablePeriodFrames, recommendedPeriodFrames
  }

  package func encode(to encoder: any Encoder) throws {
    try chosen?.delay?.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(LatencyReport.Method.stress, forKey: .method)
    try container.encode(budgetMilliseconds, forKey: .budgetMilliseconds)
    try container.encode(isGood, forKey: .withinBudget)
    try container.encode(walk.steps, forKey: .steps)
    try container.encode(soak, forKey: .soak)
    try container.encode(walk.smallestStable?.periodFrames, forKey: .smallestStablePeriodFrames)
    try container.encode(chosen?.periodFrames, forKey: .recommendedPeriodFrames)
  }
}
