// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// Writes a sound file from beginning to end, from interleaved float frames: WAV, FLAC or Ogg
/// Vorbis by its name.
///
/// Equal frames give equal bytes: the file contains no time of day.
public struct SoundFileWriter: ~Copyable {
  /// The format of a sample.
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

  /// The path as given.
  public let path: String
  /// Frames a second.
  public let sampleRateHz: Int
  /// Samples in a frame.
  public let channelCount: Int
  /// The number of frames written.
  public private(set) var frameCount = 0
  /// The number of frames that the file keeps whatever happens from now on.
  public private(set) var committedFrameCount = 0
  private let file: FileBytes
  private let encoder: any SoundEncoder
  private var committedByteCount = 0
  private var isFinished = false

  /// Creates the file. An existing file is not changed unless `isOverwriting`.
  ///
  /// - Parameters:
  ///   - encoding: Nil for the best of the format: floats in a WAV, 24 bits in a FLAC.
  ///   - ditherSeed: The seed of the noise that hides the rounding of `encoding`; nil for no noise.
  ///     Exact values, and silence, are not changed.
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
    // Checks first that no other program is writing it; from now on, others see that it is being
    // written.
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

  /// Updates the header for all sound written so far, and brings both to the disk. From here on the
  /// file is whole even if this process ends without warning. The last tenth of a second of a FLAC
  /// or an OGG may have to wait for the next commit.
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

  /// Writes the rest and brings it to the disk; then nothing more can be written.
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

  /// After a failure, ends the file at the last commit, or else at its end, as far as the disk
  /// allows. Returns the number of frames that it then has and declares.
  public mutating func abandon(atCommit: Bool) -> Int {
    if !isFinished { try? encoder.finish() }
    isFinished = true
    if atCommit { try? file.cut(toByteCount: committedByteCount) }
    let there = SoundFileRepair.declaredFrames(in: file, path: path) ?? committedFrameCount
    return atCommit ? committedFrameCount : there
  }

  /// The open file. It stays readable while this is kept, even without the writer; nil if the
  /// system has no room for it.
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
