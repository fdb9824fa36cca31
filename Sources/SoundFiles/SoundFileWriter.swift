// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A sound file being written, front to back, from interleaved float frames: WAV, FLAC or Ogg Vorbis by its name.
///
/// The same frames give the same bytes: nothing of the time of day goes into the file.
public struct SoundFileWriter: ~Copyable {
  /// How a sample is stored.
  public enum Encoding: Sendable {
    case float32, pcm32, pcm24, pcm16

    var bytes: Int {
      switch self {
      case .float32, .pcm32: 4
      case .pcm24: 3
      case .pcm16: 2
      }
    }
  }

  /// As it was given.
  public let path: String
  /// Frames a second.
  public let sampleRateHz: Int
  /// Samples in a frame.
  public let channelCount: Int
  /// How many frames were written.
  public private(set) var frameCount = 0
  /// How many of them the file holds and tells whatever happens from now on.
  public private(set) var committedFrameCount = 0
  private let file: FileBytes
  private let encoder: any SoundEncoder
  private var committedByteCount = 0
  private var isFinished = false

  /// Creates the file; one that exists is left alone unless `isOverwriting`.
  ///
  /// - Parameters:
  ///   - encoding: Nil for the best of the format: floats in a WAV, 24 bits in a FLAC.
  ///   - ditherSeed: Of the noise that hides what `encoding` rounds; nil for none. What it holds exactly, and silence, is
  ///     written as it is.
  public init(
    path: String, sampleRateHz: Int, channelCount: Int, encoding: Encoding? = nil,
    ditherSeed: UInt64? = nil, isOverwriting: Bool = false
  ) throws(SoundFileError) {
    let format = try SoundFileFormat(path: path)
    let encoding = try format.encoding(encoding, path: path)
    let exclusive = isOverwriting ? 0 : O_EXCL
    let descriptor = open(
      FileNames.exactPath(path), O_RDWR | O_CREAT | O_CLOEXEC | exclusive, 0o666)
    guard descriptor >= 0 else { throw .creation(path, errno) }
    let file = FileBytes(descriptor: descriptor)
    let encoder: any SoundEncoder
    // Nothing of it is touched before it is known that nobody else writes it; others see now that it is being written.
    guard file.lock() else {
      close(descriptor)
      throw .beingWritten(path)
    }
    do {
      if isOverwriting && file.isRegular { try file.cut(toByteCount: 0) }
      encoder =
        switch (format, encoding) {
        case (.wav, let encoding?):
          try WAVEncoder(
            file,
            WAVHeader(sampleRateHz: sampleRateHz, channelCount: channelCount, encoding: encoding),
            ditherSeed: ditherSeed)
        case (.flac, let encoding?):
          try FLACEncoder(
            file, sampleRateHz: sampleRateHz, channelCount: channelCount, encoding: encoding,
            ditherSeed: ditherSeed)
        default:
          try VorbisEncoder(file, sampleRateHz: sampleRateHz, channelCount: channelCount)
        }
    } catch {
      close(descriptor)
      if !isOverwriting { unlink(FileNames.exactPath(path)) }
      throw SoundFileError(
        .cannotCreate, .create, path: path, reason: error.reason,
        advice: "choose another folder or rate")
    }
    self.file = file
    self.encoder = encoder
    self.path = path
    self.sampleRateHz = sampleRateHz
    self.channelCount = channelCount
  }

  deinit {
    if !isFinished { try? encoder.finish() }
    close(file.descriptor)
  }

  /// Appends whole frames.
  public mutating func write(_ frames: UnsafeBufferPointer<Float>) throws(SoundFileError) {
    guard frames.count >= channelCount else { return }
    do { try encoder.write(frames) } catch { throw writeError(error) }
    frameCount += frames.count / channelCount
  }

  /// Makes the file tell what was written so far and brings both to the disk: from here on it is whole even if this
  /// process ends without warning. Of a FLAC or an OGG the last tenth of a second may have to wait for the next time.
  public mutating func commit() throws(SoundFileError) {
    do throws(WriteFailure) {
      let count = try encoder.commit()
      let byteCount = file.byteCount
      try file.synchronise()
      try checkItIsThere()
      (committedFrameCount, committedByteCount) = (count, byteCount)
    } catch { throw writeError(error) }
  }

  private func checkItIsThere() throws(WriteFailure) {
    guard !file.isRemoved else {
      throw WriteFailure(reason: "it was removed while being written")
    }
  }

  /// Writes what is left and brings it to the disk; nothing can be written after it.
  public mutating func finish() throws(SoundFileError) {
    guard !isFinished else { return }
    isFinished = true
    do throws(WriteFailure) {
      try encoder.finish()
      try file.synchronise()
      try checkItIsThere()
    } catch { throw writeError(error) }
    committedFrameCount = frameCount
    flock(file.descriptor, LOCK_UN)
  }

  /// After a failure, ends the file where it was last committed, or else where it breaks off, as far as its disk allows.
  /// How many frames it holds and tells.
  public mutating func abandon(atCommit: Bool) -> Int {
    if !isFinished { try? encoder.finish() }
    isFinished = true
    if atCommit { try? file.cut(toByteCount: committedByteCount) }
    let there = SoundFileRepair.declaredFrames(in: file, path: path) ?? committedFrameCount
    return atCommit ? committedFrameCount : there
  }

  /// What the file holds, for as long as that is kept, whatever becomes of the writer; nil if the system has no room for
  /// it.
  public var openFile: OpenFile? { OpenFile(file, path: path) }

  /// The file is in no folder any more.
  public var isRemoved: Bool { file.isRemoved }

  private func writeError(_ failure: WriteFailure) -> SoundFileError {
    SoundFileError(
      .interrupted, .write, path: path, reason: "\(failure.reason) after \(frameCount) frames",
      advice: "free some space or choose another disk")
  }
}

extension SoundFileWriter {
  /// Appends whole frames.
  public mutating func write(_ frames: [Float]) throws(SoundFileError) {
    try frames.withUnsafeBufferPointer { (buffer) throws(SoundFileError) in try write(buffer) }
  }
}
