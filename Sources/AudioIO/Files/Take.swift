// SPDX-License-Identifier: GPL-3.0-or-later
import Remedies

/// A whole sound file as one ear hears it.
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
    fileprivate var highest: Int? {
      switch self {
      case .mean: nil
      case .one(let number): number
      case .pair(let first, let second): max(first, second)
      }
    }
  }

  /// Rates at which taps can be heard, in Hz.
  public static let sampleRatesHz = 8_000...192_000

  /// As it was given.
  public let path: String
  /// That of the file.
  public let sampleRateHz: Int
  /// Channels of the file, of which the samples are the mean or one.
  public let channelCount: Int
  /// Mono, nominally -1...1, all finite.
  public let samples: [Float]
  /// What a second microphone heard, as long; nil where it is not asked for, or hears the same as the first.
  public let second: [Float]?
  /// The file ends before the end that its header promises.
  public let isCutOff: Bool
  /// Two channels were asked for, and the second is a copy of the first, or silent.
  public let isCopied: Bool
  /// How many frames were not a number or infinite, and are 0 here.
  public let replacedFrameCount: Int

  /// Length in seconds.
  public var seconds: Double { Double(samples.count) / Double(sampleRateHz) }

  /// What the player should know about the file; empty for a sound one.
  public var notes: [String] {
    var notes: [String] = []
    if replacedFrameCount > 0 {
      notes.append("'\(path)': \(replacedFrameCount) frames are not numbers; they count as silence")
    }
    if isCopied {
      notes.append(
        "'\(path)': both channels are the same, or the second is silent: one microphone is heard")
    }
    if isCutOff { notes.append("'\(path)' is cut off: its end is missing") }
    return notes
  }

  /// Reads the file to its end. One that breaks off is read as far as it goes.
  public init(path: String, channels: Channels = .mean) throws(SoundFileError) {
    var reader = try SoundFileReader(path: path)
    try Self.check(reader, channels)
    let channelCount = reader.channelCount
    var samples: [Float] = []
    var second: [Float] = []
    samples.reserveCapacity(min(reader.frameCount, 1 << 24))
    var replaced = 0
    var block = [Float](repeating: 0, count: 4096 * channelCount)
    while true {
      var span = block.mutableSpan
      let count: Int
      do { count = try reader.read(into: &span) } catch {
        if samples.isEmpty { throw error }
        break
      }
      if count == 0 { break }
      for frame in 0..<count {
        let sample = Self.sample(of: block, frame: frame, channelCount, channels)
        var isReplaced = !sample.isFinite
        samples.append(sample.isFinite ? sample : 0)
        if case .pair(_, let number) = channels {
          let sample = block[frame * channelCount + number - 1]
          second.append(sample.isFinite ? sample : 0)
          isReplaced = isReplaced || !sample.isFinite
        }
        if isReplaced { replaced += 1 }
      }
    }
    guard !samples.isEmpty else {
      throw SoundFileError(
        .broken, .read, path: path, reason: "there is no sound in it",
        advice: "record or copy it anew")
    }
    self.path = path
    sampleRateHz = reader.sampleRateHz
    self.channelCount = channelCount
    isCutOff = reader.isCutOff || samples.count < reader.frameCount
    replacedFrameCount = replaced
    self.samples = samples
    isCopied = !second.isEmpty && (second == samples || second.allSatisfy { $0 == 0 })
    self.second = second.isEmpty || isCopied ? nil : second
  }

  private static func check(
    _ reader: borrowing SoundFileReader, _ channels: Channels
  ) throws(SoundFileError) {
    guard sampleRatesHz.contains(reader.sampleRateHz) else {
      throw SoundFileError(
        .broken, .read, path: reader.path,
        reason: "its sample rate of \(reader.sampleRateHz) Hz is outside 8000...192000",
        advice: "convert it: sox IN -r 48000 OUT")
    }
    if let number = channels.highest, !(1...reader.channelCount).contains(number) {
      throw SoundFileError(
        .noSuchChannel, .read, path: reader.path,
        reason: "it has no channel \(number)",
        advice: "\(.inputChannel(count: reader.channelCount))")
    }
  }

  private static func sample(
    of block: [Float], frame: Int, _ channelCount: Int, _ channels: Channels
  ) -> Float {
    let first = frame * channelCount
    switch channels {
    case .one(let number), .pair(let number, _): return block[first + number - 1]
    case .mean: break
    }
    var sum: Float = 0
    for index in first..<first + channelCount { sum += block[index] }
    return sum / Float(channelCount)
  }
}
