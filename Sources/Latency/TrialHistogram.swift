// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The number of trials in each of a few equal ranges of time.
public struct TrialHistogram: Sendable, Equatable {
  /// Widths that read well, in milliseconds.
  private static let widths = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]

  /// The start of the first range.
  public let startMilliseconds: Double
  /// The width of each range.
  public let widthMilliseconds: Double
  /// The trials in each range.
  public let counts: [Int]

  /// Sorts `milliseconds`, at least one, into at most `mostRanges`.
  public init(_ milliseconds: [Double], mostRanges: Int = 12) {
    let (least, most) = (milliseconds.min() ?? 0, milliseconds.max() ?? 0)
    func index(_ value: Double, _ width: Double) -> Int {
      Int((value / width + 1e-9).rounded(.down))
    }
    let width =
      Self.widths.first { index(most, $0) - index(least, $0) < mostRanges }
      ?? (most - least) / Double(mostRanges - 1)
    let first = index(least, width)
    var counts = [Int](repeating: 0, count: index(most, width) - first + 1)
    for value in milliseconds { counts[index(value, width) - first] += 1 }
    startMilliseconds = Double(first) * width
    widthMilliseconds = width
    self.counts = counts
  }
}
