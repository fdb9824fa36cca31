// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Storage

extension Encodable {
  /// The value as one line of JSON: keys in alphabetical order, dates in ISO 8601; numbers that
  /// JSON lacks are words.
  public var jsonLine: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("\(Self.self) holds what JSON cannot")
    }
    let line = String(decoding: data, as: UTF8.self)
    // Bytes of names that are not UTF-8 must survive reading back.
    guard data.contains(0xf4) else { return line }
    return line.unicodeScalars.reduce(into: "") { line, letter in
      guard FileNames.byte(letter) != nil else { return line.unicodeScalars.append(letter) }
      for unit in UTF16.encode(letter) ?? .init() { line += "\\u" + String(unit, radix: 16) }
    }
  }
}
