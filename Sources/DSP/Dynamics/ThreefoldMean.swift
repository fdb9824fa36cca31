// SPDX-License-Identifier: GPL-3.0-or-later

/// A mean of the last frames whose weights rise and fall in a parabola's arcs, made of three running means: rounds the corners
/// of a gain, or lets through what is low. What all of the last frames are, the mean is exactly.
///
/// Sums are whole numbers, so that no rounding ever adds up.
///
/// It has no `reset()`: a new stream takes a new one.
struct ThreefoldMean {
  private static let scale: Float = 0x1p30

  private var boxes: [Box]

  /// A mean over `windowFrames`, at least 3, as if all before had been `start`.
  init(windowFrames: Int, start: Float) {
    precondition(windowFrames >= 3, "three means take three frames")
    let length = (windowFrames + 2) / 3
    boxes = [length, length, windowFrames + 2 - 2 * length].map {
      Box(frames: $0, start: Int(start * Self.scale))
    }
  }

  /// Takes in the next number, within a million; the mean, rounded towards 0.
  mutating func process(_ number: Float) -> Float {
    var value = Int(number * Self.scale)
    for index in boxes.indices { value = boxes[index].process(value) }
    return Float(value) / Self.scale
  }

  private struct Box {
    private var values: [Int]
    private var next = 0
    private var sum: Int

    init(frames: Int, start: Int) {
      values = Array(repeating: start, count: frames)
      sum = frames * start
    }

    mutating func process(_ value: Int) -> Int {
      sum += value - values[next]
      values[next] = value
      next = next + 1 == values.count ? 0 : next + 1
      return sum / values.count
    }
  }
}
