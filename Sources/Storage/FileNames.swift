// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Names of files as text. Linux has them as bytes: those that are no UTF-8 are of old systems, and taken for Windows-1252.
public enum FileNames {
  /// The text of a name of these bytes.
  public static func text(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? Windows1252.text(bytes)
  }

  /// The path as the system has it, ended by a zero: its own bytes, but where nothing of a name is there and something of
  /// the same name in Windows-1252 is, those of that.
  public static func systemPath(_ path: String) -> [CChar] {
    let own = path.utf8CString
    guard path.utf8.contains(where: { $0 >= 0x80 }), !exists(Array(own)) else { return Array(own) }
    var found: [CChar] = []
    for (index, name) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { found.append(CChar(UInt8(ascii: "/"))) }
      let exact = name.utf8.map(CChar.init(bitPattern:))
      let old = Windows1252.bytes(name)?.map(CChar.init(bitPattern:)) ?? exact
      found +=
        old == exact || exists(found + exact + [0]) || !exists(found + old + [0]) ? exact : old
    }
    return found + [0]
  }

  /// Where a path leads by its links; nil where there is nothing.
  public static func resolved(_ path: String) -> String? {
    guard let whole = realpath(systemPath(path), nil) else { return nil }
    defer { free(whole) }
    return text(UnsafeRawBufferPointer(start: whole, count: strlen(whole)))
  }

  private static func exists(_ path: [CChar]) -> Bool { access(path, F_OK) == 0 }
}

/// The letters of Western Windows, which Latin-1 is a part of.
public enum Windows1252 {
  /// What it has at 0x80...0x9f, where Latin-1 has nothing to be seen.
  private static let high: [UInt32] = [
    0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8d, 0x017d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
  ]

  /// The text that these bytes are.
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let code = (0x80...0x9f).contains(byte) ? high[Int(byte) - 0x80] : UInt32(byte)
      text.append(Unicode.Scalar(code) ?? "\u{fffd}")
    }
    return String(text)
  }

  /// The bytes of a text; nil where it has other letters.
  public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let place = high.firstIndex(of: scalar.value) {
        bytes.append(UInt8(0x80 + place))
      } else if scalar.value < 0x80 || (0xa0...0xff).contains(scalar.value) {
        bytes.append(UInt8(scalar.value))
      } else {
        return nil
      }
    }
    return bytes
  }
}
