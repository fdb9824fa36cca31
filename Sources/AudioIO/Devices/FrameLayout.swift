// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The layout of a device's frames, for reading and writing.
public struct FrameLayout: Hashable, Sendable, BitwiseCopyable {
  /// The format of each sample.
  public let format: SampleFormat
  /// Channels in a frame; at least 1.
  public let channelCount: Int

  /// A layout of interleaved frames.
  public init(format: SampleFormat, channelCount: Int) {
    precondition(channelCount > 0, "a frame has a channel")
    self.format = format
    self.channelCount = channelCount
  }

  /// Bytes in a frame.
  public var bytesPerFrame: Int { @_noLocks get { format.bytes * channelCount } }

  /// Converts device frames to mono floats: one channel (counted from 1), or with 0 the sum of all.
  @_noLocks public func read(
    _ frames: UnsafeRawPointer, count: Int, channel: Int, into mono: UnsafeMutablePointer<Float>
  ) {
    let bytes = format.bytes
    for frame in 0..<count {
      let start = frames + frame * bytesPerFrame
      if channel > 0 {
        mono[frame] = format.decode(start + (channel - 1) * bytes)
      } else {
        var sum: Float = 0
        for index in 0..<channelCount { sum += format.decode(start + index * bytes) }
        mono[frame] = sum
      }
    }
  }

  /// Converts interleaved stereo floats to device frames. A mono device, or a channel for both
  /// sides, gets the mean; further channels are silent.
  ///
  /// - Parameters:
  ///   - channels: The channels of the two sides; a device of one channel gets both.
  ///   - quantiser: Rounds to whole numbers, with the format's bits.
  @_noLocks public func write(
    _ stereo: UnsafePointer<Float>, count: Int, into frames: UnsafeMutableRawPointer,
    channels: OutputChannels = OutputChannels(), quantiser: inout SampleQuantiser
  ) {
    let bytes = format.bytes
    let left = min(channels.left, channelCount) &- 1
    let right = min(channels.right, channelCount) &- 1
    for frame in 0..<count {
      let start = frames + frame * bytesPerFrame
      let sides = SIMD2(stereo[2 * frame], stereo[2 * frame + 1])
      for index in 0..<channelCount where index != left && index != right {
        format.encode(0, to: start + index * bytes, by: &quantiser)
      }
      if left == right {
        format.encode(0.5 * (sides.x + sides.y), to: start + left * bytes, by: &quantiser)
      } else {
        format.encode(sides.x, to: start + left * bytes, by: &quantiser)
        format.encode(sides.y, to: start + right * bytes, by: &quantiser)
      }
    }
  }
}
