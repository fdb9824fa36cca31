// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the period that a machine can hold: begins small, and asks for a larger one after repeated pops.
///
/// A single pop changes nothing, nor do those of the first second, in which a system settles. The delay grows only in
/// steps that are told, and never shrinks by itself while someone plays.
public struct AutoBuffer: Sendable {
  /// So many pops within ``windowSeconds`` are too many.
  public static let mostPops = 3
  /// The time within which pops are counted.
  public static let windowSeconds = 10.0
  /// The time after a start in which pops do not count.
  static let settlingSeconds = 1.0
  /// No period grows beyond this: 21 ms at 48 kHz, with which playing in time ends.
  static let largestPeriodFrames = 1024

  private var countedPops = 0
  private var hasAsked = false
  private var popSeconds: [Double] = []
  private var settledSeconds: Double

  /// Begins to count for streams that started at `seconds`, a time from any beginning.
  public init(startedAtSeconds seconds: Double) {
    settledSeconds = seconds + Self.settlingSeconds
  }

  /// Streams were started again, with the same period.
  public mutating func restart(atSeconds seconds: Double) {
    popSeconds = []
    settledSeconds = seconds + Self.settlingSeconds
  }

  /// The period that should be tried in place of `periodFrames`; nil if that one holds or there is no larger one.
  /// Told once: what came of it is another start.
  ///
  /// - Parameters:
  ///   - pops: All pops so far.
  ///   - seconds: The time now.
  public mutating func largerPeriod(
    than periodFrames: Int, pops: Int, atSeconds seconds: Double
  ) -> Int? {
    let new = pops - countedPops
    countedPops = pops
    if seconds >= settledSeconds { popSeconds += Array(repeating: seconds, count: max(0, new)) }
    popSeconds.removeAll { seconds - $0 > Self.windowSeconds }
    guard !hasAsked, popSeconds.count >= Self.mostPops,
      2 * periodFrames <= Self.largestPeriodFrames
    else { return nil }
    hasAsked = true
    return 2 * periodFrames
  }
}
