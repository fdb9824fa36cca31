// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The processor's time for blocks: other work of the machine does not count.
struct BlockTimes {
  private var nanoseconds: [Int64] = []

  /// Measures one block.
  mutating func measure(_ block: () -> Void) {
    let start = rt_thread_nanoseconds()
    block()
    nanoseconds.append(rt_thread_nanoseconds() - start)
  }

  /// The shortest block: the work itself, undisturbed by the rest of the machine.
  var minimumMicroseconds: Double { Double(nanoseconds.min() ?? 0) / 1000 }

  /// How many times as long blocks took as those of `other` that were measured next to them: the
  /// ratio in the middle. Other work of the machine slows both of two neighbours, so it holds if a
  /// ratio of medians does not.
  func ratio(to other: BlockTimes) -> Double {
    let ratios = zip(nanoseconds, other.nanoseconds).map { Double($0) / Double($1) }.sorted()
    return ratios[ratios.count / 2]
  }

  /// The block in the middle.
  var medianMicroseconds: Double {
    Double(nanoseconds.sorted()[nanoseconds.count / 2]) / 1000
  }
}
