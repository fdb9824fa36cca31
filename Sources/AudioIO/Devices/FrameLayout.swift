// SPDX-License-Identifier: GPL-3.0-or-later

/// How a device lays out a frame, and what we read from it and write to it.
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

  /// Turns device frames into mono floats: one channel (counted from 1), or with 0 the sum of all.
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

  /// Turns interleaved stereo floats into device frames: a mono device gets the mean, channels beyond
  /// the second silence.
  @_noLocks public func write(
    _ stereo: UnsafePointer<Float>, count: Int, into frames: UnsafeMutableRawPointer
  ) {
    let bytes = format.bytes
    for frame in 0..<count {
      let start = frames + frame * bytesPerFrame
      let left = stereo[2 * frame]
      let right = stereo[2 * frame + 1]
      if channelCount == 1 {
        format.encode(0.5 * (left + right), to: start)
        continue
      }
      format.encode(left, to: start)
      format.encode(right, to: start + bytes)
      for index in 2..<max(2, channelCount) { format.encode(0, to: start + index * bytes) }
    }
  }
}
