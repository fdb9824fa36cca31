// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the period that a machine can sustain: it begins small, and asks for a larger one after
/// repeated pops.
///
/// A single pop changes nothing, nor do pops in the first second, in which a system settles. The
/// delay only grows, in steps that are reported, and never shrinks by itself during playing.
public struct AutoBuffer: Sendable {
  /// This many pops within ``windowSeconds`` are too many.
  public static let mostPops = 3
  /// The time within which pops are counted.
  public static let windowSeconds = 10.0
  /// The time after a start in which pops do not count.
  static let settlingSeconds = 1.0
  /// The largest period: 21 ms at 48 kHz, the limit for playing in time.
  static let largestPeriodFrames = 1024

  private var countedPops = 0
  private var hasAsked = false
  private var popSeconds: [Double] = []
  private var settledSeconds: Double

  /// Begins to count for streams that started at `seconds`, on any time scale.
  public init(startedAtSeconds seconds: Double) {
    settledSeconds = seconds + Self.settlingSeconds
  }

  /// The streams started again, with the same period.
  public mutating func restart(atSeconds seconds: Double) {
    popSeconds = []
    settledSeconds = seconds + Self.settlingSeconds
  }

  /// The period to try in place of `periodFrames`; nil if that one holds, or if there is no larger
  /// one. Returned once: then the streams start again.
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
