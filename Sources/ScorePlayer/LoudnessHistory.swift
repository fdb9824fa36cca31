// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// How loud the microphone was: a value every 50 ms, 0...100, full scale being 100.
struct LoudnessHistory {
  private static let windowsPerSecond = 20

  private let windowFrames: Int
  private var values: [Double] = []
  private var sum = 0.0
  private var count = 0

  init(sampleRateHz: Int) { windowFrames = max(1, sampleRateHz / Self.windowsPerSecond) }

  /// Hears more of the microphone.
  mutating func hear(_ samples: UnsafeBufferPointer<Float>) {
    for sample in samples {
      sum += Double(sample) * Double(sample)
      count += 1
      guard count == windowFrames else { continue }
      values.append(min(100, 100 * (sum / Double(count)).squareRoot()))
      (sum, count) = (0, 0)
    }
  }

  /// The value of the last whole window before a frame; 0 before the first.
  func value(beforeFrame frame: Int) -> Double {
    let place = frame / windowFrames - 1
    return values.indices.contains(place) ? values[place] : values.last ?? 0
  }
}
