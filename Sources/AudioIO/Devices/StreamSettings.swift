// SPDX-License-Identifier: GPL-3.0-or-later

/// Which channels of a capture device are heard.
public enum InputChannels: Hashable, Sendable {
  /// One channel, counted from 1.
  case channel(Int)
  /// One channel, and beside it another that a second microphone fills, to be compared; both counted from 1.
  case pair(Int, Int)
  /// All channels, added.
  case sum

  /// The highest channel that must be there; nil for all that are.
  var highest: Int? {
    switch self {
    case .channel(let channel): channel
    case .pair(let first, let second): max(first, second)
    case .sum: nil
    }
  }
}

/// Which channels of a playback device carry the two sides, counted from 1; both sides together where they are the same.
/// A device of one channel gets both in any case.
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

/// What a device is asked for. It may give something else; ``StreamReport`` says what and why.
public struct StreamSettings: Hashable, Sendable {
  /// Frames of a period that a device is asked for.
  public static let devicePeriodsFrames = 16...8192
  /// Frames of a block of a sound file.
  public static let fileBlocksFrames = 1...8192
  /// Periods in the buffer of a device.
  public static let periodCounts = 2...16

  /// Sample rate in hertz.
  public var rateHz: Int
  /// Frames that are exchanged with the device at a time.
  public var periodFrames: Int
  /// Periods in the buffer of a device; playback is that many periods behind.
  public var periodCount: Int
  /// The channels of the capture device that are heard.
  public var inputChannels: InputChannels
  /// The channels of the playback device that are played on.
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

/// The two ways that sound goes through a device.
public enum StreamDirection: String, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  case capture
  case playback
}
