// SPDX-License-Identifier: GPL-3.0-or-later
import Histogram

/// Percentiles of times, in nanoseconds.
public struct TimeFigures: Hashable, Sendable {
  /// Half of the times are no longer.
  public let median: Int
  /// 99 of 100 are no longer.
  public let p99: Int
  /// 9999 of 10 000 are no longer.
  public let p9999: Int
  /// The longest.
  public let max: Int

  init(_ times: Histogram<UInt32>) {
    median = Int(times.valueAtPercentile(50))
    p99 = Int(times.valueAtPercentile(99))
    p9999 = Int(times.valueAtPercentile(99.99))
    max = Int(times.maxRecorded)
  }
}
