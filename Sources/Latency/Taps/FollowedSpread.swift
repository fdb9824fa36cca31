// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether what was heard after taps followed our drums, which began later by times that differed, or came whenever it did.
struct FollowedSpread {
  /// Ours stray at most by this part of what another's drum does, which comes after the same time from its tap.
  private static let mostShare = 0.1
  /// Our drums show it where they began by times that differ so much, in frames, in the mean.
  private static let leastFrames = 16.0

  private var lates: [Double] = []
  private var laters: [Double] = []

  /// Adds a drum that was heard.
  ///
  /// - Parameters:
  ///   - lateFrames: How much later it was heard than ours, as they were played, all together.
  ///   - laterFrames: How much later than usual ours began.
  mutating func add(lateFrames: Double, laterFrames: Int) {
    lates.append(lateFrames)
    laters.append(Double(laterFrames))
  }

  /// Nothing speaks against its having been ours.
  var isOurs: Bool {
    guard Self.deviation(laters) >= Self.leastFrames else { return true }
    let another = zip(lates, laters).map(+)
    return Self.deviation(lates) <= Self.mostShare * Self.deviation(another)
  }

  /// Mean distance from the median.
  private static func deviation(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let median = LatencyReport.median(values)
    return values.reduce(0) { $0 + abs($1 - median) } / Double(values.count)
  }
}
