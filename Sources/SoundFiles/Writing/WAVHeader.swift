// SPDX-License-Identifier: GPL-3.0-or-later

/// The bytes before the samples of a WAV. Their number does not depend on its length, so that it
/// can become an RF64 in place.
///
/// Sources: IBM, Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", 1991
/// (RIFF); EBU Tech 3306, 2009 (RF64): a placeholder chunk reserves space for the sizes of 64 bits.
struct WAVHeader {
  let sampleRateHz: Int
  let channelCount: Int
  let encoding: SoundFileWriter.Encoding

  /// The size that stands for one that does not fit.
  static let unknownSize = UInt32.max
  /// The payload of the chunk with sizes of 64 bits.
  static let longSizesByteCount: UInt32 = 28
  private static let floatTag: UInt16 = 3
  private static let integerTag: UInt16 = 1

  var bytesPerFrame: Int { encoding.bytes * channelCount }

  /// The size of the header itself.
  var byteCount: Int { 12 + 8 + Int(Self.longSizesByteCount) + 8 + formatBytes.count + 12 + 8 }

  /// The header for this many frames.
  func bytes(frameCount: Int) -> [UInt8] {
    let dataBytes = frameCount * bytesPerFrame
    let riffBytes = byteCount - 8 + dataBytes + dataBytes % 2
    let isLong = riffBytes >= Int(Self.unknownSize)
    func size(_ count: Int) -> [UInt8] {
      (isLong ? Self.unknownSize : UInt32(count)).littleEndianBytes
    }
    let longSizes =
      isLong
      ? chunk("ds64", Self.longSizes(riffBytes: riffBytes, dataBytes: dataBytes, frameCount))
      : chunk("JUNK", [UInt8](repeating: 0, count: Int(Self.longSizesByteCount)))
    return Array((isLong ? "RF64" : "RIFF").utf8) + size(riffBytes) + Array("WAVE".utf8)
      + longSizes + chunk("fmt ", formatBytes) + chunk("fact", size(frameCount))
      + Array("data".utf8) + size(dataBytes)
  }

  /// The sizes of an RF64, without a table of further ones.
  static func longSizes(riffBytes: Int, dataBytes: Int, _ frameCount: Int) -> [UInt8] {
    UInt64(riffBytes).littleEndianBytes + UInt64(dataBytes).littleEndianBytes
      + UInt64(frameCount).littleEndianBytes + UInt32(0).littleEndianBytes
  }

  private var formatBytes: [UInt8] {
    let isFloat = encoding == .float32
    return (isFloat ? Self.floatTag : Self.integerTag).littleEndianBytes
      + UInt16(channelCount).littleEndianBytes + UInt32(sampleRateHz).littleEndianBytes
      + UInt32(sampleRateHz * bytesPerFrame).littleEndianBytes
      + UInt16(bytesPerFrame).littleEndianBytes + UInt16(8 * encoding.bytes).littleEndianBytes
      + (isFloat ? UInt16(0).littleEndianBytes : [])
  }

  private func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + UInt32(bytes.count).littleEndianBytes + bytes
  }
}
