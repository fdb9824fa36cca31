// SPDX-License-Identifier: GPL-3.0-or-later

/// The last frames of two microphones, so that hits can be compared in them.
public struct ChannelPair: ~Copyable {
  private let comparison: ChannelComparison
  private var first: InputHistory
  private var second: InputHistory

  /// Microphones that have heard nothing yet.
  public init(sampleRateHz: Float) {
    comparison = ChannelComparison(sampleRateHz: sampleRateHz)
    let frames = ChannelComparison.memoryFrames(sampleRateHz: sampleRateHz)
    first = InputHistory(minimumCapacity: frames)
    second = InputHistory(minimumCapacity: frames)
  }

  /// Hears the next frame of both.
  @_noLocks public mutating func hear(_ one: Float, _ other: Float) {
    first.append(one)
    second.append(other)
  }

  /// How they differ in the hit at `onsetFrame`, by the frames up to a horizon.
  @_noLocks public func difference(onsetFrame: Int, horizon: Int) -> ChannelDifference {
    comparison.difference(first: first, second: second, onsetFrame: onsetFrame, horizon: horizon)
  }
}
