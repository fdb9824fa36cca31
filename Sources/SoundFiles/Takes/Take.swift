// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// A whole sound file in memory, heard by one microphone: for what must be read more than once. For
/// one pass from beginning to end, see ``TakeFile``.
public struct Take: Sendable {
  /// The channels of a file that are heard.
  public enum Channels: Sendable, Equatable {
    /// The mean of all channels.
    case mean
    /// One channel, counted from 1.
    case one(Int)
    /// One channel and beside it another from a second microphone, for comparison; both counted
    /// from 1.
    case pair(Int, Int)

    /// The highest channel that must exist; nil if all channels are used.
    var highest: Int? {
      switch self {
      case .mean: nil
      case .one(let number): number
      case .pair(let first, let second): max(first, second)
      }
    }
  }

  /// The sample rates at which taps can be heard, in hertz.
  public static let sampleRatesHz = 8_000...192_000

  /// The path as given.
  public let file: TakeFile
  /// Mono, nominally -1...1, all finite.
  public let samples: [Float]
  /// The sound of a second microphone, of the same length; nil if it is not wanted, or is the same
  /// as the first.
  public let second: [Float]?

  /// The sample rate of the file.
  public var sampleRateHz: Int { file.sampleRateHz }

  /// Reads the file to its end. A damaged file is read as far as possible. A file with more samples
  /// than `Limits.heldTakeSamples` is an error.
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
