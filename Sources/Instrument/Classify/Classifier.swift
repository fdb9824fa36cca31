// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// What is thought of a hit at one horizon.
public struct Verdict: BitwiseCopyable, Sendable {
  /// Index into the sounds of the profile; nil for a hit that is none of them.
  public var sound: Int?
  /// Probability that `sound` is right, 0...1.
  public var confidence: Float
  /// Strength of the hit, 0...1, refined until its peak is past.
  public var velocity: Float
  /// Largest amplitude since the onset, linear.
  public var peakAmplitude: Float
}

/// Tells a person's sounds apart, at growing horizons after the onset.
public struct Classifier: ~Copyable {
  /// Times after the onset at which a decision is taken, in frames, rising.
  public let horizonCount: Int

  /// A classifier for one profile.
  public init(sampleRateHz: Float) { horizonCount = 1 }

  /// How long after the onset the decision of a horizon is taken.
  @_noLocks public func frames(horizon: Int) -> Int { 24 }

  /// Judges the hit that began at `onsetFrame` by the frames up to `horizon`, which must have been heard.
  @_noLocks public mutating func judge(
    _ history: borrowing InputHistory, onsetFrame: Int, horizon: Int
  ) -> Verdict {
    var peak: Float = 0
    for frame in onsetFrame..<history.frameCount { peak = max(peak, abs(history[frame])) }
    return Verdict(sound: 0, confidence: 0.5, velocity: min(1, peak), peakAmplitude: peak)
  }
}
