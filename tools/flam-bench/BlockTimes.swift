// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The processor's time for blocks: other work of the machine does not count.
struct BlockTimes {
  private static let parts = 10

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
  /// ratio in the middle of the least disturbed tenth of the time. Other work of the machine slows
  /// both of two neighbours, but more the one that reads more memory, and not all the time.
  func ratio(to other: BlockTimes) -> Double {
    let ratios = zip(nanoseconds, other.nanoseconds).map { Double($0) / Double($1) }
    let tenth = max(1, ratios.count / Self.parts)
    return stride(from: 0, to: ratios.count - tenth + 1, by: tenth)
      .map { ratios[$0..<$0 + tenth].sorted()[tenth / 2] }.min() ?? .nan
  }

  /// The block in the middle.
  var medianMicroseconds: Double {
    Double(nanoseconds.sorted()[nanoseconds.count / 2]) / 1000
  }
}
