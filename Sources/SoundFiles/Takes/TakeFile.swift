// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// A sound file as a take, scanned once. It can be heard as often as wanted, however long it is.
public struct TakeFile: Sendable {
  /// The path as given.
  public let path: String
  /// Frames a second.
  public let sampleRateHz: Int
  /// The channels of the file. The mean, or one or two of them, are heard.
  public let channelCount: Int
  /// The number of frames that can be heard, at least 1.
  public let frameCount: Int
  /// The file ends before the end that its header declares.
  public let isCutOff: Bool
  /// Two channels were wanted, and the second is a copy of the first, or silent.
  public let isCopied: Bool
  /// The number of frames that are infinite or not a number, and are heard as 0.
  public let replacedFrameCount: Int
  /// The largest sample without its sign; 1 is full scale.
  public let peak: Float
  private let channels: Take.Channels

  /// A sample this large is no overload: the file holds whole numbers as floats.
  private static let absurdPeak: Float = 100

  /// Scans the file to its end. A damaged file is heard as far as possible. A file that is empty,
  /// longer than `Limits.takeSeconds`, or unpacks to far more than its size is an error.
  public init(path: String, channels: Take.Channels = .mean) throws(SoundFileError) {
    try self.init(path: path, channels: channels, isHeld: false)
  }

  /// - Parameter isHeld: Whether it will be kept in memory: a file too long for that is an error
  ///   before any of it is kept.
  init(path: String, channels: Take.Channels, isHeld: Bool) throws(SoundFileError) {
    let reader = try TakeReader(path: path, channels: channels)
    let limit = TakeLimit(reader, isHeld: isHeld)
    let survey = try Survey(reader, path: path, limit)
    self.path = path
    self.channels = channels
    sampleRateHz = reader.sampleRateHz
    channelCount = reader.channelCount
    frameCount = survey.frameCount
    peak = survey.peak
    isCutOff = reader.isCutOff || survey.frameCount < reader.promisedFrameCount
    isCopied = reader.hearsTwo && (survey.isSame || survey.isSilent)
    replacedFrameCount = reader.replacedFrameCount
  }

  /// Length in seconds.
  public var seconds: Double { Double(frameCount) / Double(sampleRateHz) }

  /// Two microphones were heard, and they heard different things.
  public var hearsTwo: Bool { if case .pair = channels { !isCopied } else { false } }

  /// The file from its first frame.
  public func reader() throws(SoundFileError) -> TakeReader {
    if case .pair(let first, _) = channels, isCopied {
      return try TakeReader(
        path: path, channels: .one(first), expectedFrameCount: frameCount)
    }
    return try TakeReader(path: path, channels: channels, expectedFrameCount: frameCount)
  }

  /// What the player should know about the file; empty for a sound one.
  public var notes: [String] {
    var notes: [String] = []
    if replacedFrameCount > 0 {
      notes.append("'\(path)': \(replacedFrameCount) frames are not numbers; they count as silence")
    }
    if peak > Self.absurdPeak {
      notes.append(
        "'\(path)': its loudest sample is \(Int(min(1e9, peak))) times full scale; "
          + "write it with samples between -1 and 1")
    }
    if isCopied {
      notes.append(
        "'\(path)': both channels are the same, or the second is silent: Flam hears one microphone")
    }
    if isCutOff { notes.append("'\(path)' is cut off: its end is missing") }
    return notes
  }

  /// The results of reading a file to its end.
  private struct Survey {
    private static let blockFrames = 4096

    var frameCount = 0
    var peak: Float = 0
    /// The second channel equals the first.
    var isSame = true
    /// The second channel is silent.
    var isSilent = true

    init(_ reader: TakeReader, path: String, _ limit: TakeLimit) throws(SoundFileError) {
      // A damaged file declares more than can be read of it.
      try TakeLimit.ofLength(reader).check(reader.promisedFrameCount, of: path)
      let first = UnsafeMutableBufferPointer<Float>.allocate(capacity: Self.blockFrames)
      let second = UnsafeMutableBufferPointer<Float>.allocate(capacity: Self.blockFrames)
      defer {
        first.deallocate()
        second.deallocate()
      }
      let hearsTwo = reader.hearsTwo
      while case let count = reader.read(into: first, second: second), count > 0 {
        frameCount += count
        try limit.check(frameCount, of: path)
        peak = first[..<count].reduce(peak) { max($0, abs($1)) }
        guard hearsTwo else { continue }
        peak = second[..<count].reduce(peak) { max($0, abs($1)) }
        isSame = isSame && (0..<count).allSatisfy { first[$0] == second[$0] }
        isSilent = isSilent && (0..<count).allSatisfy { second[$0] == 0 }
      }
      guard frameCount == 0 else { return }
      throw reader.failure
        ?? SoundFileError(
          .broken, .read, path: path, reason: "it contains no sound",
          advice: "record or copy it again")
    }
  }
}
