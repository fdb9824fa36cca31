// SPDX-License-Identifier: GPL-3.0-or-later

/// Which channels of a capture device are heard.
public enum InputChannels: Hashable, Sendable {
  /// One channel, counted from 1.
  case channel(Int)
  /// All channels, added.
  case sum
}

/// What a device is asked for. It may give something else; ``StreamReport`` says what and why.
public struct StreamSettings: Hashable, Sendable {
  /// Sample rate in hertz.
  public var rateHz: Int
  /// Frames that are exchanged with the device at a time.
  public var periodFrames: Int
  /// Periods in the buffer of a device; playback is that many periods behind.
  public var periodCount: Int
  /// The channels of the capture device that are heard.
  public var inputChannels: InputChannels

  /// Settings for playing: 2.7 ms from input to output at 48 kHz.
  public init(
    rateHz: Int = 48_000, periodFrames: Int = 64, periodCount: Int = 2,
    inputChannels: InputChannels = .channel(1)
  ) {
    self.rateHz = rateHz
    self.periodFrames = periodFrames
    self.periodCount = periodCount
    self.inputChannels = inputChannels
  }
}

/// The two ways that sound goes through a device.
public enum StreamDirection: String, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  case capture
  case playback
}
