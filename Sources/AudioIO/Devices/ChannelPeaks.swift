// SPDX-License-Identifier: GPL-3.0-or-later

/// How loud each channel of a capture device has been: its peak since the start, linear.
public struct ChannelPeaks: BitwiseCopyable, Sendable {
  /// Channels beyond these are not measured.
  public static let mostChannels = 32

  private var peaks = SIMD32<Float>(repeating: 0)
  /// The measured channels of the device; 0 before the first block.
  public private(set) var channelCount = 0

  /// Nothing was heard yet.
  @_noLocks public init() {}

  /// The peak of a channel, counted from 1.
  public subscript(channel: Int) -> Float { peaks[channel - 1] }

  /// Hears frames of a device.
  @_noLocks mutating func hear(_ frames: UnsafeRawPointer, count: Int, _ layout: FrameLayout) {
    channelCount = min(layout.channelCount, Self.mostChannels)
    for channel in 0..<channelCount {
      var peak = peaks[channel]
      for frame in 0..<count {
        let sample = layout.format.decode(
          frames + frame &* layout.bytesPerFrame + channel &* layout.format.bytes)
        peak = max(peak, abs(sample))
      }
      peaks[channel] = peak
    }
  }
}
