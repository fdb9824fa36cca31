// SPDX-License-Identifier: GPL-3.0-or-later

/// The last frames of two microphones, so that hits can be compared in them.
public struct ChannelPair: ~Copyable {
  private let comparison: ChannelComparison
  private var firstFilter: SteadySoundFilter
  private var secondFilter: SteadySoundFilter
  private var first: InputHistory
  private var second: InputHistory

  /// Microphones that have heard nothing yet.
  public init(sampleRateHz: Float) {
    comparison = ChannelComparison(sampleRateHz: sampleRateHz)
    firstFilter = SteadySoundFilter(sampleRateHz: sampleRateHz)
    secondFilter = SteadySoundFilter(sampleRateHz: sampleRateHz)
    let frames = ChannelComparison.memoryFrames(sampleRateHz: sampleRateHz)
    first = InputHistory(minimumCapacity: frames, sampleRateHz: sampleRateHz)
    second = InputHistory(minimumCapacity: frames, sampleRateHz: sampleRateHz)
  }

  /// Hears the next frame of both.
  ///
  /// - Parameter isStrokeSounding: What is heard may be a stroke.
  @_noLocks public mutating func hear(_ one: Float, _ other: Float, isStrokeSounding: Bool) {
    first.append(firstFilter.process(one, isStrokeSounding: isStrokeSounding))
    second.append(secondFilter.process(other, isStrokeSounding: isStrokeSounding))
  }

  /// How they differ in the hit at `onsetFrame`, by the frames up to a horizon.
  @_noLocks public func difference(onsetFrame: Int, horizon: Int) -> ChannelDifference {
    comparison.difference(first: first, second: second, onsetFrame: onsetFrame, horizon: horizon)
  }
}
