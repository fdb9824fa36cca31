// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The sample rate of everything that is made here, in hertz.
package let sampleRateHz = 48_000.0

/// A stereo sound in the making: linear amplitude, one number a frame and side.
package struct Sound: Sendable {
  package var left: [Double]
  package var right: [Double]

  /// Silence of a given length.
  package init(seconds: Double) { self.init(frameCount: Int(seconds * sampleRateHz)) }

  /// Silence of a given length.
  package init(frameCount: Int) {
    left = [Double](repeating: 0, count: frameCount)
    right = left
  }

  /// The same signal on both sides.
  package init(mono: [Double]) {
    left = mono
    right = mono
  }

  package var frameCount: Int { left.count }

  /// Both sides summed at half their level.
  package var mono: [Double] { zip(left, right).map { ($0 + $1) / 2 } }

  /// The largest magnitude on either side.
  package var peak: Double { max(left.map(abs).max() ?? 0, right.map(abs).max() ?? 0) }

  /// Adds a different signal to both sides, panned from -1 (left) to 1 (right) at constant power.
  package mutating func add(
    _ signal: [Double], level: Double = 1, pan: Double = 0, atFrame start: Int = 0
  ) {
    let sides = panGains(pan)
    for frame in 0..<min(signal.count, frameCount - start) {
      left[start + frame] += signal[frame] * level * sides.left
      right[start + frame] += signal[frame] * level * sides.right
    }
  }

  /// Shapes both sides by a function of the sample.
  package mutating func map(_ shape: (Double) -> Double) {
    left = left.map(shape)
    right = right.map(shape)
  }

  /// Filters both sides.
  package mutating func filter(_ filter: Biquad) {
    left = filter.filter(left)
    right = filter.filter(right)
  }

  /// Moves the whole image to one side, -1 (left) to 1 (right), at constant power.
  package mutating func pan(to position: Double) {
    let sides = panGains(position)
    left = left.map { $0 * sides.left }
    right = right.map { $0 * sides.right }
  }

  /// Ends the sound where it stays 70 dB below its peak. Over its last sixth it fades into the
  /// noise of a microphone, which fades with it.
  ///
  /// - Parameter noise: The deviation of that noise.
  mutating func end(over noise: Double, random: inout SeededGenerator) {
    let threshold = peak * pow(10, -70 / 20)
    let last =
      (0..<frameCount).last { abs(left[$0]) > threshold || abs(right[$0]) > threshold } ?? 0
    let count = min(frameCount, last + 1)
    left.removeLast(frameCount - count)
    right.removeLast(right.count - count)
    for frame in 0..<count {
      left[frame] += noise * random.even()
      right[frame] += noise * random.even()
    }
    let fadeFrames = count / 6
    for step in 0..<fadeFrames {
      let gain = 0.5 + 0.5 * cos(Double.pi * Double(step + 1) / Double(fadeFrames))
      left[count - fadeFrames + step] *= gain
      right[count - fadeFrames + step] *= gain
    }
  }
}

/// Gains of both sides for a position from -1 (left) to 1 (right): 1 each in the middle.
func panGains(_ position: Double) -> (left: Double, right: Double) {
  let angle = (position + 1) * Double.pi / 4
  return (cos(angle) * 2.squareRoot(), sin(angle) * 2.squareRoot())
}
