// SPDX-License-Identifier: GPL-3.0-or-later

extension LatencyReport {
  /// The same figures as part of another measurement.
  package func measured(by method: Method) -> LatencyReport {
    LatencyReport(
      method: method, delaysMilliseconds: delaysMilliseconds, stages: stages,
      budgetMilliseconds: budgetMilliseconds)
  }
}
