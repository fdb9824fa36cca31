// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A WAV being written, or an RF64 as soon as it needs to be one.
final class WAVEncoder: SoundEncoder {
  private let file: FileBytes
  private let header: WAVHeader
  private var quantiser: SampleQuantiser
  private var frameCount = 0
  private var bytes: [UInt8] = []

  init(_ file: FileBytes, _ header: WAVHeader, ditherSeed: UInt64?) throws(WriteFailure) {
    self.file = file
    self.header = header
    quantiser = SampleQuantiser(bits: 8 * header.encoding.bytes, ditherSeed: ditherSeed)
    try append(header.bytes(frameCount: 0))
  }

  func write(_ frames: UnsafeBufferPointer<Float>) throws(WriteFailure) {
    if header.encoding == .float32 {
      try file.append(UnsafeRawBufferPointer(frames))
    } else {
      bytes.removeAll(keepingCapacity: true)
      for sample in frames {
        let code = quantiser.code(sample)
        for byte in 0..<header.encoding.bytes {
          bytes.append(UInt8(truncatingIfNeeded: code >> (8 * Int32(byte))))
        }
      }
      try append(bytes)
    }
    frameCount += frames.count / header.channelCount
  }

  func commit() throws(WriteFailure) -> Int {
    try file.overwrite(header.bytes(frameCount: frameCount), at: 0)
    return frameCount
  }

  func finish() throws(WriteFailure) {
    // Chunks have an even size.
    if frameCount * header.bytesPerFrame % 2 == 1 { try append([0]) }
    _ = try commit()
  }

  private func append(_ bytes: [UInt8]) throws(WriteFailure) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(WriteFailure) in
      try file.append(UnsafeRawBufferPointer(buffer))
    }
  }
}
