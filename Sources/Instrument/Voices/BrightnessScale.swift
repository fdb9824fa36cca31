// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The brightness of the strokes on a pad: their mean and deviation so far, weighted towards recent
/// ones.
struct BrightnessScale: BitwiseCopyable {
  /// The share of a new stroke once there were enough: about the last twenty count.
  private static var newShare: Float { @_noLocks get { 0.05 } }
  /// Strokes that differ by less, in octaves, are taken for alike.
  private static var leastOctaves: Float { @_noLocks get { 0.15 } }

  private var count: Float = 0
  private var mean: Float = 0
  private var variance: Float = 0

  /// No stroke so far.
  init() {}

  /// Takes in a stroke; how much brighter it is than those before, in standard deviations of at
  /// least ``leastOctaves``; nil if that was not heard, or there were none before.
  @_noLocks mutating func deviation(octaves: Float?) -> Float? {
    guard let octaves else { return nil }
    defer { take(octaves) }
    guard count > 0 else { return nil }
    return (octaves - mean) / max(Self.leastOctaves, rt_sqrt(variance))
  }

  @_noLocks private mutating func take(_ octaves: Float) {
    count += 1
    let share = max(Self.newShare, 1 / count)
    let difference = octaves - mean
    mean += share * difference
    variance += share * (difference * difference * (1 - share) - variance)
  }
}
