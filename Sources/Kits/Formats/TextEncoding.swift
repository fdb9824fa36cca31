// SPDX-License-Identifier: GPL-3.0-or-later

/// Brings text of kits into UTF-8 that old or foreign editors wrote.
enum TextEncoding {
  /// What Windows-1252 has at 0x80...0x9f, where Latin-1 has nothing to be seen.
  private static let windows: [UInt32] = [
    0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8d, 0x017d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
  ]

  /// The text in UTF-8, without a byte order mark: from UTF-16 where a mark or the zeros beside its first two letters
  /// say so, as it is where it is UTF-8, else from Windows-1252, which Latin-1 is a part of.
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
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let code = (0x80...0x9f).contains(byte) ? windows[Int(byte) - 0x80] : UInt32(byte)
      text.append(Unicode.Scalar(code) ?? "\u{fffd}")
    }
    return Array(String(text).utf8)
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
