// SPDX-License-Identifier: GPL-3.0-or-later

/// A WAV file of 32-bit floats, whatever they are, byte by byte.
enum WaveFile {
  /// Two channels in one file.
  static func bytes(_ left: [Float], _ right: [Float]) -> [UInt8] {
    bytes(zip(left, right).flatMap { [$0, $1] }, channelCount: 2)
  }

  static func bytes(
    _ samples: [Float], channelCount: Int = 1, rateHz: Int = 48_000
  ) -> [UInt8] {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    let data = samples.withUnsafeBytes { Array($0) }
    let rate = UInt32(rateHz)
    let format =
      bytes(UInt16(3)) + bytes(UInt16(channelCount)) + bytes(rate)
      + bytes(4 * UInt32(channelCount) * rate) + bytes(UInt16(4 * channelCount)) + bytes(UInt16(32))
    return Array("RIFF".utf8) + bytes(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8)
      + bytes(UInt32(16)) + format + Array("data".utf8) + bytes(UInt32(data.count)) + data
  }
}
