// SPDX-License-Identifier: GPL-3.0-or-later

/// The smallest of the last values in a window, at a constant mean cost for each value.
///
/// Source: D. Lemire, "Streaming maximum-minimum filter using no more than three comparisons per
/// element", Nordic J. of Computing 13, 2006. Not for the audio thread.
///
/// It has no `reset()`: use a new one for a new stream.
struct SlidingMinimum {
  private let windowFrames: Int
  /// Candidates in the order in which they came, each smaller than the one after it; a ring.
  private var candidates: [(frame: Int, value: Float)]
  private var first = 0
  private var count = 0
  private var frame = 0

  /// The smallest of the last `windowFrames` values, at least one.
  init(windowFrames: Int) {
    precondition(windowFrames > 0, "a window holds a value")
    self.windowFrames = windowFrames
    candidates = Array(repeating: (0, 0), count: windowFrames)
  }

  /// Adds the next value, which must be a number. Returns the smallest of the window that ends with
  /// it.
  mutating func process(_ value: Float) -> Float {
    if count > 0 && candidates[first].frame <= frame - windowFrames {
      first = (first + 1) % windowFrames
      count -= 1
    }
    while count > 0, candidates[(first + count - 1) % windowFrames].value >= value { count -= 1 }
    candidates[(first + count) % windowFrames] = (frame, value)
    count += 1
    frame += 1
    return candidates[first].value
  }
}
