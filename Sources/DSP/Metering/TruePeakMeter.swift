// SPDX-License-Identifier: GPL-3.0-or-later

/// The highest that a signal has risen, between its samples too.
///
/// Source: Recommendation ITU-R BS.1770-4, annex 2. Not for the audio thread.
///
/// It has no `reset()`: a new stream takes a new one.
public struct TruePeakMeter: Sendable {
  /// So far, linear.
  public private(set) var amplitude: Float = 0
  private var channels: [TruePeakInterpolator]

  /// A meter at rest, for interleaved frames.
  public init(channelCount: Int) {
    channels = Array(repeating: TruePeakInterpolator(), count: channelCount)
  }

  /// Takes interleaved frames of numbers. The peaks around the last ``latencyFrames`` are not known yet.
  public mutating func process(_ frames: [Float]) {
    for (index, sample) in frames.enumerated() {
      amplitude = max(amplitude, channels[index % channels.count].process(sample))
    }
  }

  /// The frames after the last one until its peak is known.
  public static let latencyFrames = TruePeakInterpolator.latencyFrames
}
