// SPDX-License-Identifier: GPL-3.0-or-later

/// As people write it: "3/4".
extension Meter: Codable {
  /// Fails where the text is no time signature.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let meter = Meter(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no time signature")
    }
    self = meter
  }

  /// As one text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
