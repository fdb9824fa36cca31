// SPDX-License-Identifier: GPL-3.0-or-later
import Remedies

/// An open sound file as one ear, or two, hear it: mono, all finite, a block at a time.
public final class TakeReader: TakeSource {
  private static let blockFrames = 4096

  /// Which channels are heard.
  let channels: Take.Channels
  /// Why it could be read no further; nil where it was read to its end, or there is more.
  private(set) var failure: SoundFileError?
  /// How many frames that were read were not a number or infinite, and became 0.
  private(set) var replacedFrameCount = 0
  private var file: SoundFileReader
  /// Interleaved, as the file has them.
  private var block: [Float]
  private var blockCount = 0
  private var position = 0
  /// Frames that were there when the file was looked through; 0 where it was not.
  private let expectedFrameCount: Int
  private var readFrameCount = 0
  private let path: String

  /// Opens the file at `path`; one without the channels asked for, or of a rate at which no taps are heard, is an error.
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
  /// What the file says of its length; 0 where it does not know.
  var promisedFrameCount: Int { file.frameCount }
  /// What the file holds, in bytes, without its holes.
  var byteCount: Int { file.byteCount }
  /// The file's header promises more than the file holds.
  var isCutOff: Bool { file.isCutOff }

  /// A second microphone was heard beside the first.
  public var hearsTwo: Bool { if case .pair = channels { true } else { false } }

  /// Fills both with the next frames, and returns how many; see ``TakeSource``.
  public func read(
    into first: UnsafeMutableBufferPointer<Float>, second: UnsafeMutableBufferPointer<Float>?
  ) -> Int {
    var count = 0
    while count < first.count, position < blockCount || readBlock() {
      let taken = min(first.count - count, blockCount - position)
      let (frames, channels) = (position..<position + taken, channels)
      let channelCount = file.channelCount
      let replaced = block.withUnsafeBufferPointer { block in
        var replaced = 0
        for (index, frame) in frames.enumerated() {
          var isReplaced = false
          let samples = UnsafeBufferPointer(
            rebasing: block[frame * channelCount..<(frame + 1) * channelCount])
          first[count + index] = Self.sane(Self.heard(samples, channels), &isReplaced)
          if let second, case .pair(_, let number) = channels {
            second[count + index] = Self.sane(samples[number - 1], &isReplaced)
          }
          if isReplaced { replaced += 1 }
        }
        return replaced
      }
      replacedFrameCount += replaced
      position += taken
      readFrameCount += taken
      count += taken
    }
    return count
  }

  /// Fails where less could be read than there was when the file was looked through. Call it at the end.
  public func checkEnd() throws(SoundFileError) {
    guard readFrameCount < expectedFrameCount else { return }
    throw failure
      ?? SoundFileError(
        .broken, .read, path: path,
        reason:
          "it broke off after \(readFrameCount) of \(expectedFrameCount) frames while it was read",
        advice: "let nothing change it meanwhile, and try again")
  }

  /// Goes back to the first frame.
  public func rewind() -> Bool {
    (blockCount, position, readFrameCount, failure) = (0, 0, 0, nil)
    return file.rewind()
  }

  /// Reads on; false at the end. A file that breaks off is heard as far as it goes.
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

  /// What the first microphone heard of a frame.
  private static func heard(
    _ samples: UnsafeBufferPointer<Float>, _ channels: Take.Channels
  ) -> Float {
    switch channels {
    case .one(let number), .pair(let number, _): samples[number - 1]
    case .mean: samples.reduce(0, +) / Float(samples.count)
    }
  }

  private static func sane(_ sample: Float, _ isReplaced: inout Bool) -> Float {
    if sample.isFinite { return sample }
    isReplaced = true
    return 0
  }
}
