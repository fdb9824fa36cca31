// SPDX-License-Identifier: GPL-3.0-or-later

/// A mean of the last frames, made of three running means, whose weights rise and fall in arcs of
/// parabolas. It smooths the corners of a gain, or lets low frequencies through. If all the last
/// frames have the same value, the mean is exactly that value.
///
/// Sums are whole numbers, so that rounding never adds up.
///
/// It has no `reset()`: use a new one for a new stream.
struct ThreefoldMean {
  private static let scale: Float = 0x1p30

  private var boxes: [Box]

  /// A mean over `windowFrames`, at least 3, as if all earlier numbers had been `start`.
  init(windowFrames: Int, start: Float) {
    precondition(windowFrames >= 3, "three means take three frames")
    let length = (windowFrames + 2) / 3
    boxes = [length, length, windowFrames + 2 - 2 * length].map {
      Box(frames: $0, start: Int(start * Self.scale))
    }
  }

  /// Adds the next number, within a million. Returns the mean, rounded towards 0.
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
