// SPDX-License-Identifier: GPL-3.0-or-later
import CSndfile
import Glibc

/// A WAV file being written, front to back, from interleaved float frames.
///
/// The same frames give the same bytes: nothing of the time of day goes into the file.
public struct SoundFileWriter: ~Copyable {
  /// How a sample is stored.
  public enum Encoding: Sendable {
    case float32, pcm32, pcm24, pcm16

    var format: Int {
      switch self {
      case .float32: SF_FORMAT_FLOAT
      case .pcm32: SF_FORMAT_PCM_32
      case .pcm24: SF_FORMAT_PCM_24
      case .pcm16: SF_FORMAT_PCM_16
      }
    }

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
  /// The most frames that the 32-bit sizes of a WAV can tell.
  public let maximumFrameCount: Int
  private let handle: OpaquePointer
  private let encoding: Encoding
  private var quantiser: SampleQuantiser
  private var codes: [Int32] = []

  /// Creates the file; one that exists is left alone unless `isOverwriting`.
  ///
  /// - Parameter ditherSeed: Of the noise that hides what `encoding` rounds; nil for none. What it holds exactly, and
  ///   silence, is written as it is.
  public init(
    path: String, sampleRateHz: Int, channelCount: Int, encoding: Encoding = .float32,
    ditherSeed: UInt64? = nil, isOverwriting: Bool = false
  ) throws(SoundFileError) {
    let exclusive = isOverwriting ? O_TRUNC : O_EXCL
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | exclusive, 0o666)
    guard descriptor >= 0 else { throw Self.creationError(path, errno) }
    var info = SF_INFO()
    info.samplerate = Int32(sampleRateHz)
    info.channels = Int32(channelCount)
    info.format = Int32(SF_FORMAT_WAV | encoding.format)
    errno = 0
    let opened = sf_open_fd(descriptor, Int32(SFM_WRITE), &info, Int32(SF_TRUE))
    if let opened {
      // The peak chunk holds the time of day.
      sf_command(opened, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
      sf_command(opened, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
    }
    guard let handle = opened, sf_error(handle) == SF_ERR_NO_ERROR else {
      let reason = Self.reason(opened)
      if opened != nil { sf_close(opened) } else { close(descriptor) }
      if !isOverwriting { unlink(path) }
      throw SoundFileError(
        .cannotCreate, .create, path: path, reason: reason, advice: "choose another place or rate")
    }
    self.path = path
    self.handle = handle
    self.encoding = encoding
    quantiser = SampleQuantiser(bits: 8 * encoding.bytes, ditherSeed: ditherSeed)
    self.sampleRateHz = sampleRateHz
    self.channelCount = channelCount
    maximumFrameCount = (Int(UInt32.max) - 4096) / (encoding.bytes * channelCount)
  }

  deinit { sf_close(handle) }

  /// Appends whole frames.
  public mutating func write(_ frames: UnsafeBufferPointer<Float>) throws(SoundFileError) {
    guard let first = frames.baseAddress else { return }
    let count = frames.count / channelCount
    guard frameCount + count <= maximumFrameCount else {
      throw SoundFileError(
        .interrupted, .write, path: path, reason: "a WAV file ends at 4 GB",
        advice: "what came before is whole; go on in another file")
    }
    errno = 0
    let written = Int(write(first, frameCount: count))
    frameCount += max(0, written)
    guard written == count else { throw writeError() }
  }

  /// How many frames libsndfile took.
  private mutating func write(_ first: UnsafePointer<Float>, frameCount: Int) -> sf_count_t {
    if case .float32 = encoding { return sf_writef_float(handle, first, sf_count_t(frameCount)) }
    // libsndfile takes the upper bits of 32.
    let shift = Int32(32 - 8 * encoding.bytes)
    codes.removeAll(keepingCapacity: true)
    for index in 0..<frameCount * channelCount {
      codes.append(quantiser.code(first[index]) << shift)
    }
    return sf_writef_int(handle, codes, sf_count_t(frameCount))
  }

  /// Brings the header up to what was written so far and both to the disk: from here on the file is whole even if
  /// this process ends without warning.
  public mutating func commit() throws(SoundFileError) {
    errno = 0
    sf_command(handle, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
    guard sf_error(handle) == SF_ERR_NO_ERROR else { throw writeError() }
    sf_write_sync(handle)
  }

  private func writeError() -> SoundFileError {
    SoundFileError(
      .interrupted, .write, path: path, reason: "\(Self.reason(handle)) after \(frameCount) frames",
      advice: "free some space or choose another disk")
  }

  /// The system's reason where there is one, else that of libsndfile.
  private static func reason(_ handle: OpaquePointer?) -> String {
    errno != 0 ? SoundFileError.text(errno: errno) : String(cString: sf_strerror(handle))
  }

  private static func creationError(_ path: String, _ code: Int32) -> SoundFileError {
    let advice =
      switch code {
      case EEXIST: "give another name, or --force to overwrite it"
      case ENOENT: "make its folder first"
      default: "choose a folder you may write to"
      }
    return SoundFileError(
      code == EEXIST ? .exists : .cannotCreate, .create, path: path,
      reason: SoundFileError.text(errno: code), advice: advice)
  }
}

extension SoundFileWriter {
  /// Appends whole frames.
  public mutating func write(_ frames: [Float]) throws(SoundFileError) {
    try frames.withUnsafeBufferPointer { (buffer) throws(SoundFileError) in try write(buffer) }
  }
}
