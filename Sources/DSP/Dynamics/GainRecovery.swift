// SPDX-License-Identifier: GPL-3.0-or-later

/// The gain that a demand leaves: down at once, held as long as a window, and back up exponentially.
///
/// It has no `reset()`: a new stream takes a new one.
struct GainRecovery {
  private var minimum: SlidingMinimum
  private let step: Float
  private var gain: Float = 1

  /// - Parameters:
  ///   - windowFrames: The smallest demand of so many frames counts; at least one.
  ///   - releaseSeconds: Time in which 63 % of the way up is covered; 0 is at once.
  init(windowFrames: Int, releaseSeconds: Float, sampleRateHz: Float) {
    minimum = SlidingMinimum(windowFrames: windowFrames)
    step = releaseSeconds > 0 ? 1 / (releaseSeconds * sampleRateHz) : 1
  }

  /// Takes in the next demand, a gain of 0...1.
  mutating func process(_ demand: Float) -> Float {
    let held = minimum.process(demand)
    gain = min(held, gain + step * (held - gain) + 1e-7)
    return gain
  }
}
