// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// Converts text of kits from old or foreign editors to UTF-8.
enum TextEncoding {
  /// The text in UTF-8, without a byte order mark. It is read as UTF-16 if a mark says so, or the
  /// zeros beside its first two letters; as UTF-8 if it is valid; otherwise as Windows-1252, which
  /// includes Latin-1.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return utf8(Array(bytes[3...])) }
    if bytes.starts(with: [0xff, 0xfe]) { return utf8(ofUnits: bytes[2...], isBigEndian: false) }
    if bytes.starts(with: [0xfe, 0xff]) { return utf8(ofUnits: bytes[2...], isBigEndian: true) }
    if bytes.count >= 4 {
      let isZero = bytes[..<4].map { $0 == 0 }
      if isZero == [false, true, false, true] {
        return utf8(ofUnits: bytes[...], isBigEndian: false)
      }
      if isZero == [true, false, true, false] {
        return utf8(ofUnits: bytes[...], isBigEndian: true)
      }
    }
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    return Array(Windows1252.text(bytes).utf8)
  }

  private static func utf8(ofUnits bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    let first = bytes.startIndex
    let units = (0..<bytes.count / 2).map { index -> UInt16 in
      let (one, other) = (UInt16(bytes[first + 2 * index]), UInt16(bytes[first + 2 * index + 1]))
      return isBigEndian ? one << 8 | other : other << 8 | one
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
