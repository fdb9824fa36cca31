// SPDX-License-Identifier: GPL-3.0-or-later

/// The channels of a capture device to hear.
public enum InputChannels: Hashable, Sendable {
  /// One channel, counted from 1.
  case channel(Int)
  /// One channel, compared with a second microphone on another; both counted from 1.
  case pair(Int, Int)
  /// All channels, added.
  case sum

  /// No card has more channels.
  public static let possible = 1...256

  /// The highest channel needed; nil for all.
  var highest: Int? {
    switch self {
    case .channel(let channel): channel
    case .pair(let first, let second): max(first, second)
    case .sum: nil
    }
  }
}

/// The channels of a playback device for the two sides, counted from 1; if they are the same, the
/// channel gets both. A device of one channel always gets both.
public struct OutputChannels: Hashable, Sendable, BitwiseCopyable {
  /// Carries the left side.
  public let left: Int
  /// Carries the right side.
  public let right: Int

  /// Two channels, each 1 or more.
  @_noLocks public init(left: Int = 1, right: Int = 2) {
    (self.left, self.right) = (left, right)
  }
}

/// The wanted settings of a device. It may give others; ``StreamReport`` says which and why.
public struct StreamSettings: Hashable, Sendable {
  /// The possible periods of a device, in frames.
  public static let devicePeriodsFrames = 16...8192
  /// The possible blocks of a sound file, in frames.
  public static let fileBlocksFrames = 1...8192
  /// The possible numbers of periods in a device's buffer.
  public static let periodCounts = 2...16

  /// Sample rate in hertz.
  public var rateHz: Int
  /// The frames exchanged with the device at a time.
  public var periodFrames: Int
  /// The periods in the device's buffer; playback is that many periods behind.
  public var periodCount: Int
  /// The channels of the capture device to hear.
  public var inputChannels: InputChannels
  /// The channels of the playback device to play on.
  public var outputChannels: OutputChannels

  /// Settings for playing: 2.7 ms from input to output at 48 kHz.
  public init(
    rateHz: Int = 48_000, periodFrames: Int = 64, periodCount: Int = 2,
    inputChannels: InputChannels = .channel(1), outputChannels: OutputChannels = OutputChannels()
  ) {
    self.rateHz = rateHz
    self.periodFrames = periodFrames
    self.periodCount = periodCount
    self.inputChannels = inputChannels
    self.outputChannels = outputChannels
  }
}

/// The directions of sound through a device.
public enum StreamDirection: String, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  case capture
  case playback
}
