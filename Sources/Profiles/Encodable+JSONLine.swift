// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

extension Encodable {
  /// The value as one line of JSON, keys in alphabetical order, dates as ISO 8601; numbers that JSON does not know are written as words.
  public var jsonLine: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("\(Self.self) holds what JSON cannot")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
