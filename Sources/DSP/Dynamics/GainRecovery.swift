// SPDX-License-Identifier: GPL-3.0-or-later

/// A gain that falls at once with a demand, stays for a window, and rises exponentially.
///
/// It has no `reset()`: use a new one for a new stream.
struct GainRecovery {
  private var minimum: SlidingMinimum
  private let step: Float
  private var gain: Float = 1

  /// - Parameters:
  ///   - windowFrames: The smallest demand of this many frames counts; at least one.
  ///   - releaseSeconds: Time in which the gain covers 63 % of the way up; 0 is at once.
  init(windowFrames: Int, releaseSeconds: Float, sampleRateHz: Float) {
    minimum = SlidingMinimum(windowFrames: windowFrames)
    step = releaseSeconds > 0 ? 1 / (releaseSeconds * sampleRateHz) : 1
  }

  /// Adds the next demand, a gain of 0...1.
  mutating func process(_ demand: Float) -> Float {
    let held = minimum.process(demand)
    gain = min(held, gain + step * (held - gain) + 1e-7)
    return gain
  }
}
