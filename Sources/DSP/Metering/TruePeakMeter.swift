// SPDX-License-Identifier: GPL-3.0-or-later

/// The highest value that a signal has reached, including between its samples.
///
/// Source: Recommendation ITU-R BS.1770-4, annex 2. Not for the audio thread.
///
/// It has no `reset()`: use a new one for a new stream.
public struct TruePeakMeter: Sendable {
  /// The highest amplitude so far, linear.
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

  /// The number of frames after the last one until its peak is known.
  public static let latencyFrames = TruePeakInterpolator.latencyFrames
}
