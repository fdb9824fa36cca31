// SPDX-License-Identifier: GPL-3.0-or-later
import CSndfile
import Glibc
import Storage

/// An open sound file of any format that libsndfile knows, read front to back as interleaved float frames.
public struct SoundFileReader: ~Copyable {
  /// The path as given.
  public let path: String
  /// Frames a second.
  public let sampleRateHz: Int
  /// Samples in a frame.
  public let channelCount: Int
  /// The length that the file declares, in frames; 0 if unknown. A damaged file may have fewer.
  public let frameCount: Int
  /// The header declares more than the file holds.
  public let isCutOff: Bool
  /// The bytes on disk, without holes.
  public let byteCount: Int
  private let handle: OpaquePointer
  private let descriptor: Int32
  /// The file, if it declares no length.
  private let mended: MendedFile?
  /// Larger counts mean a FLAC that was cut off before its length was known.
  private static let unknownFrameCount: sf_count_t = 1 << 40

  /// Opens the file at `path`; an error if it is empty or not a sound.
  public init(path: String) throws(SoundFileError) {
    let descriptor = try Self.open(path)
    let heldByteCount = FileBytes(descriptor: descriptor).heldByteCount
    var info = SF_INFO()
    let mended = MendedFile(FileBytes(descriptor: descriptor))
    let opened =
      mended.flatMap { $0.open(&info) }
      ?? sf_open_fd(descriptor, Int32(SFM_READ), &info, Int32(SF_FALSE))
    guard let handle = opened else {
      close(descriptor)
      throw SoundFileError(
        .broken, .read, path: path, reason: Self.reason(sf_strerror(nil)),
        advice: "give a WAV, FLAC, AIFF or OGG file")
    }
    self.path = path
    self.mended = mended
    self.handle = handle
    self.descriptor = descriptor
    byteCount = heldByteCount
    sampleRateHz = Int(info.samplerate)
    channelCount = Int(info.channels)
    frameCount = info.frames < Self.unknownFrameCount ? Int(info.frames) : 0
    isCutOff = !Self.isMPEG(info) && Self.isCutOff(handle)
  }

  deinit {
    sf_close(handle)
    close(descriptor)
  }

  /// Throws if the rate is not in `Take.sampleRatesHz`.
  public func checkSampleRate() throws(SoundFileError) {
    let rates = Take.sampleRatesHz
    guard !rates.contains(sampleRateHz) else { return }
    throw SoundFileError(
      .broken, .read, path: path,
      reason:
        "its sample rate of \(sampleRateHz) Hz is outside \(rates.lowerBound)...\(rates.upperBound)",
      advice: "convert it: sox IN -r 48000 OUT")
  }

  /// Fills `frames` and returns the number of whole frames read; 0 at the end of the file.
  public mutating func read(into frames: inout MutableSpan<Float>) throws(SoundFileError) -> Int {
    let capacity = sf_count_t(frames.count / channelCount)
    let count = frames.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { Int(sf_readf_float(handle, $0, capacity)) } ?? 0
    }
    if count == 0 && sf_error(handle) != 0 {
      throw SoundFileError(
        .broken, .read, path: path, reason: Self.reason(sf_strerror(handle)),
        advice: "copy or export the file again")
    }
    return count
  }

  /// Fills `codes` with integers, the sample's bits uppermost, and returns the number of whole
  /// frames read; 0 at the end.
  mutating func read(codes: inout [Int32]) -> Int {
    Int(sf_readf_int(handle, &codes, sf_count_t(codes.count / channelCount)))
  }

  /// There was damage in or after the frames read last.
  var hasMetDamage: Bool { sf_error(handle) != 0 }

  /// Returns to the first frame; false if the file cannot.
  public mutating func rewind() -> Bool { sf_seek(handle, 0, SEEK_SET) == 0 }

  /// What the file says of its instrument, as libsndfile has it; nil for nothing.
  var instrumentRecord: SF_INSTRUMENT? {
    var record = SF_INSTRUMENT()
    let size = Int32(MemoryLayout<SF_INSTRUMENT>.size)
    return sf_command(handle, Int32(SFC_GET_INSTRUMENT), &record, size) != 0 ? record : nil
  }

  /// Opens a file and checks that it is not empty.
  private static func open(_ path: String) throws(SoundFileError) -> Int32 {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try RegularFile.open(path) } catch {
      throw .opening(path, .read, error)
    }
    guard FileBytes(descriptor: descriptor).byteCount > 0 else {
      close(descriptor)
      throw SoundFileError(
        .broken, .read, path: path, reason: "the file is empty", advice: "record or copy it again")
    }
    return descriptor
  }

  /// It is coded as MP3, also inside a WAV: how long its data are says nothing of their frames.
  private static func isMPEG(_ info: SF_INFO) -> Bool {
    // SF_FORMAT_MPEG_LAYER_I to _III; libsndfile 1.0 does not name them.
    (0x80...0x82).contains(Int(info.format) & SF_FORMAT_SUBMASK)
  }

  /// libsndfile corrects the frame count silently; its log says: "data : 9600 (should be 4956)".
  private static func isCutOff(_ handle: OpaquePointer) -> Bool {
    var log = [CChar](repeating: 0, count: 4096)
    sf_command(handle, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count - 1))
    let text = String(decoding: log.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.split(separator: "\n").contains { line in
      let words = line.split { " :()".contains($0) }
      guard words.count == 5, words[0] == "data" || words[0] == "SSND", words[2] == "should",
        let promised = Int(words[1]), let held = Int(words[4])
      else { return false }
      return promised > held && promised < 0x7fff_f000  // above: "unknown", as pipes write it
    }
  }

  /// libsndfile's message without the full stop.
  private static func reason(_ message: UnsafePointer<CChar>?) -> String {
    guard let message else { return "unknown error" }
    let text = String(cString: message)
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
