// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Mono WAV files of 16-bit silence that are as long as wanted and take little room on the disk.
public enum SparseWave {
  /// Writes one; above 4 GB it is an RF64.
  ///
  /// - Parameter isHollow: All of its samples are a hole; otherwise so many are written that it is not taken for a file that
  ///   unfolds to far more than it holds.
  public static func write(
    frameCount: Int, rateHz: Int, to path: String, isHollow: Bool = false
  ) throws {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    let dataBytes = 2 * frameCount
    let isLarge = dataBytes > Int(UInt32.max) - 100
    let format =
      Array("fmt ".utf8) + bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(1))
      + bytes(UInt32(rateHz)) + bytes(UInt32(2 * rateHz)) + bytes(UInt16(2)) + bytes(UInt16(16))
    let large =
      Array("ds64".utf8) + bytes(UInt32(28)) + bytes(UInt64(72 + dataBytes))
      + bytes(UInt64(dataBytes)) + bytes(UInt64(frameCount)) + bytes(UInt32(0))
    let size = isLarge ? UInt32.max : UInt32(36 + dataBytes)
    let header =
      Array((isLarge ? "RF64" : "RIFF").utf8) + bytes(size) + Array("WAVE".utf8)
      + (isLarge ? large : []) + format + Array("data".utf8)
      + bytes(isLarge ? UInt32.max : UInt32(dataBytes))
    try Data(header).write(to: URL(filePath: path))
    let file = try FileHandle(forUpdating: URL(filePath: path))
    let written = isHollow ? 0 : frameCount / 200
    try file.truncate(atOffset: UInt64(header.count + dataBytes))
    try file.seek(toOffset: UInt64(header.count + dataBytes - written))
    try file.write(contentsOf: Data(count: written))
    try file.close()
  }
}
