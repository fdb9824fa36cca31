// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The moment at which a noise changes: the best division into two noises of one power each.
///
/// Source: R. Sleeman, T. van Eck, "Robust automatic P-phase picking: an on-line implementation in
/// the analysis of broadband seismogram recordings", Phys. Earth Planet. Inter. 113, 1999: the
/// least Akaike information.
enum VarianceChange {
  /// The fewest samples of a part.
  private static let leastCount = 4
  /// How often the window is moved to shortly after the found change.
  private static let passes = 4

  /// The number of samples of `noise` before the change.
  ///
  /// - Parameters:
  ///   - floorPower: Noise added to both parts, so that changes far below it do not count.
  ///   - attackCount: The number of samples after the change that count.
  static func index(in noise: [Double], floorPower: Double, attackCount: Int) -> Int {
    var sums = [0.0]
    for sample in noise { sums.append(sums[sums.count - 1] + sample * sample + floorPower) }
    var end = noise.count
    var change = end
    for _ in 0..<passes {
      change = index(sums: sums, end: end)
      end = min(noise.count, change + attackCount)
    }
    return change
  }

  private static func index(sums: [Double], end: Int) -> Int {
    var best = (index: leastCount, information: Double.infinity)
    for index in leastCount..<max(leastCount + 1, end - leastCount) where index < end {
      let (before, after) = (Double(index), Double(end - index))
      let information =
        before * log(sums[index] / before + 1e-30)
        + after * log((sums[end] - sums[index]) / after + 1e-30)
      if information < best.information { best = (index, information) }
    }
    return best.index
  }
}
