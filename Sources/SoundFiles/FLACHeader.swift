// SPDX-License-Identifier: GPL-3.0-or-later

/// The header before the frames of a FLAC. Source: RFC 9639, 2024, section 8.
struct FLACHeader {
  /// The offset of the four bits and four bytes of the length.
  static let countOffset = 21
  /// The range of the checksum of the samples; zeros if there is none.
  static let checksumRange = 26..<42

  /// Frames of a block; the last one may be shorter.
  let blockFrames: Int
  /// The most bytes of a block with uncompressed samples, with the headers of each channel.
  let mostBlockByteCount: Int
  /// Frames a second.
  let sampleRateHz: Int
  /// The length in frames that the file declares; 0 if unknown.
  let frameCount: Int
  /// Bits of a sample.
  let sampleBits: Int
  /// The checksum of all samples; nil if the file has none.
  let digest: [UInt8]?
  /// The offset of the first block.
  let firstBlockOffset: Int

  /// Nil if the file is not a FLAC.
  init?(_ file: FileBytes) {
    guard let bytes = file.bytes(at: 0, count: 42), bytes.starts(with: "fLaC".utf8),
      bytes[4] & 0x7F == 0
    else { return nil }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
    blockFrames = number(8..<10)
    sampleRateHz = number(18..<21) >> 4
    frameCount = number(21..<26) & 0xF_FFFF_FFFF
    guard blockFrames > 0, sampleRateHz > 0 else { return nil }
    let channelCount = (number(20..<21) >> 1 & 7) + 1
    sampleBits = (number(20..<22) >> 4 & 0x1F) + 1
    let stored = Array(bytes[Self.checksumRange])
    digest = stored.allSatisfy { $0 == 0 } ? nil : stored
    // A side channel has one bit more.
    mostBlockByteCount = channelCount * (blockFrames * (sampleBits + 1) / 8 + 16) + 16
    var offset = 4
    while let head = file.bytes(at: offset, count: 4) {
      offset += 4 + head[1...].reduce(0) { $0 << 8 | Int($1) }
      guard head[0] & 0x80 == 0 else { break }
    }
    firstBlockOffset = offset
  }

  /// The bytes at ``countOffset`` for a length, with the bits of the sample size that share them.
  static func frameCountBytes(_ count: Int, in file: FileBytes) throws(WriteFailure) -> [UInt8] {
    guard let shared = file.bytes(at: countOffset, count: 1)?.first else { throw .system }
    let low = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * (3 - $0))) }
    return [shared & 0xF0 | UInt8(count >> 32 & 0x0F)] + low
  }
}
