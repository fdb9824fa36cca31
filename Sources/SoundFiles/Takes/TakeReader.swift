// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

/// An open sound file, heard by one microphone or two: mono, all samples finite, a block at a time.
public final class TakeReader: TakeSource {
  private static let blockFrames = 4096

  /// The channels that are heard.
  let channels: Take.Channels
  /// Why it could be read no further; nil if it was read to its end, or continues.
  private(set) var failure: SoundFileError?
  /// The number of frames read that were infinite or not a number, and became 0.
  private(set) var replacedFrameCount = 0
  private var file: SoundFileReader
  /// Interleaved samples, as in the file.
  private var block: [Float]
  private var blockCount = 0
  private var position = 0
  /// The number of frames when the file was scanned; 0 if it was not scanned.
  private let expectedFrameCount: Int
  private var readFrameCount = 0
  private let path: String

  /// Opens the file at `path`. A file that lacks the wanted channels, or has a rate at which no
  /// taps are heard, is an error.
  init(
    path: String, channels: Take.Channels, expectedFrameCount: Int = 0
  ) throws(SoundFileError) {
    let file = try SoundFileReader(path: path)
    try file.checkSampleRate()
    if let number = channels.highest, !(1...file.channelCount).contains(number) {
      throw SoundFileError(
        .noSuchChannel, .read, path: path, reason: "it has no channel \(number)",
        advice: "\(.inputChannel(count: file.channelCount))")
    }
    self.channels = channels
    self.path = path
    self.expectedFrameCount = expectedFrameCount
    block = [Float](repeating: 0, count: Self.blockFrames * file.channelCount)
    self.file = file
  }

  /// Frames a second.
  var sampleRateHz: Int { file.sampleRateHz }
  /// Channels of the file.
  var channelCount: Int { file.channelCount }
  /// The length that the file declares; 0 if unknown.
  var promisedFrameCount: Int { file.frameCount }
  /// The size of the file in bytes, without its holes.
  var byteCount: Int { file.byteCount }
  /// The file's header declares more than the file has.
  var isCutOff: Bool { file.isCutOff }

  /// A second microphone was heard beside the first.
  public var hearsTwo: Bool { if case .pair = channels { true } else { false } }

  /// Fills both with the next frames, and returns their number; see ``TakeSource``.
  public func read(
    into first: UnsafeMutableBufferPointer<Float>, second: UnsafeMutableBufferPointer<Float>?
  ) -> Int {
    var count = 0
    while count < first.count, position < blockCount || readBlock() {
      let taken = min(first.count - count, blockCount - position)
      let places = count..<count + taken
      take(
        position..<position + taken,
        into: UnsafeMutableBufferPointer(rebasing: first[places]),
        second: hearsTwo ? second.map { .init(rebasing: $0[places]) } : nil)
      position += taken
      readFrameCount += taken
      count += taken
    }
    return count
  }

  /// Throws if fewer frames could be read than when the file was scanned. Call it at the end.
  public func checkEnd() throws(SoundFileError) {
    guard readFrameCount < expectedFrameCount else { return }
    throw failure
      ?? SoundFileError(
        .broken, .read, path: path,
        reason:
          "it ended after \(readFrameCount) of \(expectedFrameCount) frames while being read",
        advice: "let no other program change it, and try again")
  }

  /// Returns to the first frame.
  public func rewind() -> Bool {
    (blockCount, position, readFrameCount, failure) = (0, 0, 0, nil)
    return file.rewind()
  }

  /// Reads on; false at the end. A damaged file is heard as far as possible.
  private func readBlock() -> Bool {
    guard failure == nil else { return false }
    position = 0
    var span = block.mutableSpan
    do { blockCount = try file.read(into: &span) } catch {
      failure = error
      blockCount = 0
    }
    return blockCount > 0
  }

  /// Fills both, which are as long as `frames`, with these frames of the block.
  private func take(
    _ frames: Range<Int>, into first: UnsafeMutableBufferPointer<Float>,
    second: UnsafeMutableBufferPointer<Float>?
  ) {
    block.withUnsafeBufferPointer { block in
      let count = file.channelCount
      let samples = UnsafeBufferPointer(
        rebasing: block[frames.lowerBound * count..<frames.upperBound * count])
      switch channels {
      case .mean: Self.takeMean(of: samples, channelCount: count, into: first)
      case .one(let number):
        Self.take(channel: number - 1, of: samples, channelCount: count, into: first)
      case .pair(let number, let other):
        Self.take(channel: number - 1, of: samples, channelCount: count, into: first)
        guard let second else { break }
        Self.take(channel: other - 1, of: samples, channelCount: count, into: second)
      }
    }
    guard !Self.areFinite(first) || second.map(Self.areFinite) == false else { return }
    for frame in first.indices { replaceFrame(frame, first, second) }
  }

  private static func take(
    channel: Int, of samples: UnsafeBufferPointer<Float>, channelCount: Int,
    into heard: UnsafeMutableBufferPointer<Float>
  ) {
    for frame in heard.indices { heard[frame] = samples[frame * channelCount + channel] }
  }

  private static func takeMean(
    of samples: UnsafeBufferPointer<Float>, channelCount: Int,
    into heard: UnsafeMutableBufferPointer<Float>
  ) {
    guard channelCount > 1 else {
      // As sums begin: -0 becomes 0.
      for frame in heard.indices { heard[frame] = 0 + samples[frame] }
      return
    }
    for frame in heard.indices {
      var sum: Float = 0
      for channel in 0..<channelCount { sum += samples[frame * channelCount + channel] }
      heard[frame] = sum / Float(channelCount)
    }
  }

  /// All are numbers and finite. The bits of their exponents show that, several at a time.
  private static func areFinite(_ samples: UnsafeMutableBufferPointer<Float>) -> Bool {
    // Adding one to the exponent of these, and only of these, carries into the sign.
    var carries: UInt32 = 0
    for sample in samples {
      let exponent = sample.bitPattern & Float.infinity.bitPattern
      carries |= exponent &+ Float.leastNormalMagnitude.bitPattern
    }
    return carries >> 31 == 0
  }

  /// Replaces what is not a number in a frame by silence, and counts the frame.
  private func replaceFrame(
    _ frame: Int, _ first: UnsafeMutableBufferPointer<Float>,
    _ second: UnsafeMutableBufferPointer<Float>?
  ) {
    var isReplaced = false
    for heard in [first, second].compactMap(\.self) where !heard[frame].isFinite {
      heard[frame] = 0
      isReplaced = true
    }
    if isReplaced { replacedFrameCount += 1 }
  }
}
