// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import CSndfile
import Glibc

/// A FLAC being written. Its encoder leaves the length open until the end. Here every commit writes it into the file, so
/// that programs find and show it whatever happens.
final class FLACEncoder: SoundEncoder {
  private let file: FileBytes
  private var handle: OpaquePointer?
  private let bits: Int
  private var quantiser: SampleQuantiser
  private let channelCount: Int
  private let blockFrames: Int
  private var frameCount = 0
  private var codes: [Int32] = []

  init(
    _ file: FileBytes, sampleRateHz: Int, channelCount: Int,
    encoding: SoundFileWriter.Encoding, ditherSeed: UInt64?
  ) throws(WriteFailure) {
    self.file = file
    self.channelCount = channelCount
    bits = 8 * encoding.bytes
    quantiser = SampleQuantiser(bits: bits, ditherSeed: ditherSeed)
    var info = SF_INFO()
    info.samplerate = Int32(sampleRateHz)
    info.channels = Int32(channelCount)
    info.format = Int32(
      SF_FORMAT_FLAC | (encoding == .pcm16 ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24))
    errno = 0
    let opened = sf_open_fd(file.descriptor, Int32(SFM_WRITE), &info, Int32(SF_FALSE))
    if let opened { sf_command(opened, Int32(SFC_UPDATE_HEADER_NOW), nil, 0) }
    guard let opened, sf_error(opened) == SF_ERR_NO_ERROR, let header = FLACHeader(file) else {
      let failure = Self.failure(opened)
      if let opened { sf_close(opened) }
      throw failure
    }
    handle = opened
    blockFrames = header.blockFrames
  }

  deinit { if let handle { sf_close(handle) } }

  func write(_ frames: UnsafeBufferPointer<Float>) throws(WriteFailure) {
    // libsndfile takes the upper bits of 32.
    let shift = Int32(32 - bits)
    codes.removeAll(keepingCapacity: true)
    for sample in frames { codes.append(quantiser.code(sample) << shift) }
    let count = frames.count / channelCount
    errno = 0
    guard sf_writef_int(handle, codes, sf_count_t(count)) == count else {
      throw Self.failure(handle)
    }
    frameCount += count
  }

  func commit() throws(WriteFailure) -> Int {
    // The encoder writes a block when it gets what follows.
    let written = max(0, frameCount - 1) / blockFrames * blockFrames
    try file.overwrite(FLACHeader.frameCountBytes(written, in: file), at: FLACHeader.countOffset)
    return written
  }

  func finish() throws(WriteFailure) {
    guard let handle else { return }
    self.handle = nil
    errno = 0
    sf_close(handle)
    // It does not say whether there was space for the last block; the length is written only after
    // that.
    guard FLACHeader(file)?.frameCount == frameCount else {
      throw errno != 0 ? .system : WriteFailure(reason: "writing its end failed")
    }
  }

  /// The system's reason, otherwise that of libsndfile.
  private static func failure(_ handle: OpaquePointer?) -> WriteFailure {
    errno != 0 ? .system : WriteFailure(reason: String(cString: sf_strerror(handle)))
  }
}
