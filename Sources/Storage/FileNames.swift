// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Names of files as text. Linux stores them as bytes.
///
/// Names from a person or the system keep each byte (``exact(_:)``). Names in the text of kits are
/// compared with those of their files, in whatever encoding each is written: a name that is not
/// UTF-8 comes from an old system, and is read as Windows-1252.
public enum FileNames {
  /// The letters that stand for bytes 0x80...0xff that are not UTF-8. They are private ones, like
  /// those of Python's PEP 383. If a name itself has such a letter, each of its bytes is written in
  /// this way, so that no two names have the same text.
  private static let marks: ClosedRange<UInt32> = 0x10fe80...0x10feff

  /// The text of a path of these bytes. ``exactPath(_:)`` makes the same bytes of it again.
  public static func exact(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !hasMarks(text) { return text }
    let bytes = Array(bytes)
    var text = ""
    var place = 0
    while place < bytes.count {
      let length = max(1, (~bytes[place]).leadingZeroBitCount)
      let letter = String(validating: bytes[place...].prefix(length), as: UTF8.self)
      if let letter, !hasMarks(letter) {
        text += letter
        place += length
      } else {
        text.unicodeScalars.append(mark(bytes[place]))
        place += 1
      }
    }
    return text
  }

  /// The path in the bytes of the system, ended by a zero.
  public static func exactPath(_ path: some StringProtocol) -> [CChar] {
    var bytes: [CChar] = []
    bytes.reserveCapacity(path.utf8.count + 1)
    for scalar in path.unicodeScalars {
      if let byte = byte(scalar) {
        bytes.append(CChar(bitPattern: byte))
      } else {
        for unit in UTF8.encode(scalar) ?? .init() { bytes.append(CChar(bitPattern: unit)) }
      }
    }
    return bytes + [0]
  }

  /// A path, and the further ones to try where that is taken: a.wav, a-2.wav, a-3.wav…
  ///
  /// - Parameters:
  ///   - path: Without its ending.
  ///   - ending: Follows the number; may be empty.
  public static func numbered(_ path: String, ending: String = "") -> some Sequence<String> {
    (1...).lazy.map { number in path + (number == 1 ? "" : "-\(number)") + ending }
  }

  /// The byte of a name for which a letter stands; nil for letters that stand for themselves.
  public static func byte(_ letter: Unicode.Scalar) -> UInt8? {
    marks.contains(letter.value) ? UInt8(letter.value & 0xff) : nil
  }

  private static func mark(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(marks.lowerBound + UInt32(byte & 0x7f)) ?? "\u{fffd}"
  }

  private static func hasMarks(_ text: String) -> Bool {
    text.unicodeScalars.contains { byte($0) != nil }
  }

  /// The text of a name of these bytes, in UTF-8 or the encoding of an old system.
  public static func text(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? Windows1252.text(bytes)
  }

  /// The path of an existing file or folder, ended by a zero. If nothing has the name's own bytes,
  /// but something has the same name in Windows-1252, its bytes are used.
  public static func systemPath(_ path: String) -> [CChar] {
    let own = exactPath(path)
    guard own.contains(where: { $0 < 0 }), !exists(own) else { return own }
    var found: [CChar] = []
    for (index, name) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { found.append(CChar(UInt8(ascii: "/"))) }
      let exact = Array(exactPath(name).dropLast())
      let old = Windows1252.bytes(name)?.map(CChar.init(bitPattern:)) ?? exact
      found +=
        old == exact || exists(found + exact + [0]) || !exists(found + old + [0]) ? exact : old
    }
    return found + [0]
  }

  /// The path after following all links; nil if there is nothing.
  public static func resolved(_ path: String) -> String? {
    guard let whole = realpath(systemPath(path), nil) else { return nil }
    defer { free(whole) }
    return exact(UnsafeRawBufferPointer(start: whole, count: strlen(whole)))
  }

  /// A path from the root, whatever the program's current folder is.
  public static func absolute(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    guard !path.hasPrefix("/") else { return "/" + parts }
    let folder = resolved(".") ?? ""
    return parts.isEmpty ? folder : (folder == "/" ? "" : folder) + "/" + parts
  }

  /// The last name of a path.
  public static func last(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func exists(_ path: [CChar]) -> Bool { access(path, F_OK) == 0 }
}

/// The letters of Windows in Western Europe, which include Latin-1.
public enum Windows1252 {
  /// Its letters at 0x80...0x9f, where Latin-1 has no visible ones.
  private static let high: [UInt32] = [
    0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8d, 0x017d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
  ]

  /// The text of these bytes.
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let code = (0x80...0x9f).contains(byte) ? high[Int(byte) - 0x80] : UInt32(byte)
      text.append(Unicode.Scalar(code) ?? "\u{fffd}")
    }
    return String(text)
  }

  /// The bytes of a text; nil if it has other letters.
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
