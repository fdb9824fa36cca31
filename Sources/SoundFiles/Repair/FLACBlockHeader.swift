// SPDX-License-Identifier: GPL-3.0-or-later

/// The header of a block of a FLAC. Source: RFC 9639, 2024, section 9.1.
struct FLACBlockHeader {
  /// The shortest header.
  static let leastByteCount = 6
  /// The longest header.
  static let mostByteCount = 16

  /// The index of its first frame.
  let firstFrame: Int
  /// The number of its frames.
  let frameCount: Int

  /// Nil if `bytes` begin with no header with a correct checksum.
  ///
  /// - Parameter blockFrames: The frames of each block but the last.
  init?(_ bytes: ArraySlice<UInt8>, blockFrames: Int) {
    var rest = bytes.prefix(Self.mostByteCount)
    func isNext(_ byte: UInt8?, _ mask: UInt8, _ wanted: UInt8) -> Bool {
      byte.map { $0 & mask == wanted } ?? false
    }
    guard isNext(rest.popFirst(), 0xFF, 0xFF), let second = rest.popFirst(),
      second & 0xFE == 0xF8, let sizes = rest.popFirst(), isNext(rest.popFirst(), 0x01, 0),
      let number = Self.number(&rest)
    else { return nil }
    let code = Int(sizes >> 4)
    switch code {
    case 1: frameCount = 192
    case 2...5: frameCount = 576 << (code - 2)
    case 6:
      guard let count = rest.popFirst() else { return nil }
      frameCount = Int(count) + 1
    case 7:
      guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
      frameCount = Int(high) << 8 + Int(low) + 1
    case 8...15: frameCount = 256 << (code - 8)
    default: return nil
    }
    let rateByteCount = [12: 1, 13: 2, 14: 2][sizes & 0x0F] ?? 0
    guard sizes & 0x0F != 15, rest.count > rateByteCount else { return nil }
    rest = rest.dropFirst(rateByteCount)
    guard FLACChecksum.ofHeader(bytes[bytes.startIndex...rest.startIndex]) == 0 else { return nil }
    firstFrame = second & 1 == 1 ? number : number * blockFrames
  }

  /// The rest of a file may be the beginning of a header; an empty rest counts too.
  static func mayBegin(_ bytes: ArraySlice<UInt8>) -> Bool {
    (bytes.first ?? 0xFF) == 0xFF && (bytes.dropFirst().first ?? 0xF8) & 0xFE == 0xF8
  }

  /// The number of a block or of its first frame, coded like UTF-8 but up to 36 bits.
  private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.popFirst() else { return nil }
    let count = (~first).leadingZeroBitCount
    guard count != 1, count < 8 else { return nil }
    var number = count == 0 ? Int(first) : Int(first) & (0x7F >> count)
    for _ in 0..<max(0, count - 1) {
      guard let next = bytes.popFirst(), next & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int(next & 0x3F)
    }
    return number
  }
}

/// The checksums of a FLAC: 0 over bytes that end with their checksum. Source: RFC 9639, 2024,
/// sections 9.1.8 and 9.3.
enum FLACChecksum {
  /// x⁸ + x² + x + 1
  static func ofHeader(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 0x07 }
    }
  }

  /// x¹⁶ + x¹⁵ + x² + 1
  static func ofBlock(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(0) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)] }
  }

  /// A possible end of the block that begins with `bytes`; nil if there is none.
  static func blockEnd(in bytes: ArraySlice<UInt8>) -> Int? {
    var sum: UInt16 = 0
    for index in bytes.indices {
      sum = sum << 8 ^ table[Int(UInt8(sum >> 8) ^ bytes[index])]
      if sum == 0 && index - bytes.startIndex >= FLACBlockHeader.leastByteCount { return index + 1 }
    }
    return nil
  }

  private static let table: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index) << 8) { sum, _ in
      sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005
    }
  }
}
