// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// A whole sound file in memory as one ear hears it: for what must be looked at from several ends. What is only heard
/// front to back is a ``TakeFile``.
public struct Take: Sendable {
  /// Which channels of a file are heard.
  public enum Channels: Sendable, Equatable {
    /// The mean of all.
    case mean
    /// One of them, counted from 1.
    case one(Int)
    /// One of them, and beside it another that a second microphone filled, to be compared; both counted from 1.
    case pair(Int, Int)

    /// The highest channel that must be there; nil for all that are.
    var highest: Int? {
      switch self {
      case .mean: nil
      case .one(let number): number
      case .pair(let first, let second): max(first, second)
      }
    }
  }

  /// Rates at which taps can be heard, in Hz.
  public static let sampleRatesHz = 8_000...192_000

  /// Where it comes from.
  public let file: TakeFile
  /// Mono, nominally -1...1, all finite.
  public let samples: [Float]
  /// What a second microphone heard, as long; nil if it is not asked for, or hears the same as the first.
  public let second: [Float]?

  /// That of the file.
  public var sampleRateHz: Int { file.sampleRateHz }

  /// Reads the file to its end. One that breaks off is read as far as it goes; one of more samples than
  /// `Limits.heldTakeSamples` is an error.
  public init(path: String, channels: Channels = .mean) throws(SoundFileError) {
    let file = try TakeFile(path: path, channels: channels, isHeld: true)
    let reader = try file.reader()
    var second: [Float] = []
    samples = [Float](unsafeUninitializedCapacity: file.frameCount) { first, count in
      guard file.hearsTwo else {
        count = reader.read(into: first, second: nil)
        return
      }
      second = [Float](unsafeUninitializedCapacity: file.frameCount) { second, secondCount in
        count = reader.read(into: first, second: second)
        secondCount = count
      }
    }
    self.second = file.hearsTwo ? second : nil
    self.file = file
  }
}
