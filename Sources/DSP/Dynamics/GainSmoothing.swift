// SPDX-License-Identifier: GPL-3.0-or-later

/// Rounds the corners of a gain: a mean of the last frames whose weights rise and fall in a parabola's arcs, made of three
/// running means. What all of the last frames are, the mean is exactly.
///
/// Sums are whole numbers, so that no rounding ever adds up.
///
/// It has no `reset()`: a new stream takes a new one.
struct GainSmoothing {
  private static let scale: Float = 0x1p30

  private var boxes: [Box]

  /// A mean over `windowFrames`, at least 3. It begins with a gain of 1.
  init(windowFrames: Int) {
    precondition(windowFrames >= 3, "three means take three frames")
    let length = (windowFrames + 2) / 3
    boxes = [length, length, windowFrames + 2 - 2 * length].map {
      Box(frames: $0, start: Int(Self.scale))
    }
  }

  /// Takes in the next gain of 0...1; the mean, rounded down.
  mutating func process(_ gain: Float) -> Float {
    var value = Int(gain * Self.scale)
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
