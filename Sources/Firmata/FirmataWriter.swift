// SPDX-License-Identifier: GPL-3.0-or-later

/// Collects the bytes of a message.
struct FirmataWriter {
  private(set) var bytes: [UInt8] = []

  init(_ first: UInt8) { bytes = [first] }

  /// The first byte of a message; its lower half is a port or a channel.
  init(_ first: UInt8, _ low: UInt8, _ name: String) throws(FirmataRangeError) {
    try Self.check(UInt16(low), name, maximum: 15)
    bytes = [first | low]
  }

  mutating func flag(_ isOn: Bool) { bytes.append(isOn ? 1 : 0) }

  /// Seven bits. If 127 has another meaning, `maximum` is lower.
  mutating func seven(
    _ value: UInt8, _ name: String, maximum: UInt16 = 127
  ) throws(FirmataRangeError) {
    try Self.check(UInt16(value), name, maximum: maximum)
    bytes.append(value)
  }

  /// Fourteen bits, the lower seven first.
  mutating func fourteen(_ value: UInt16, _ name: String) throws(FirmataRangeError) {
    try Self.check(value, name, maximum: 1 << 14 - 1)
    bytes += [UInt8(value & 0x7F), UInt8(value >> 7)]
  }

  /// As many groups of seven bits as the number needs, the lowest first.
  mutating func number(_ value: UInt32, atLeastBytes minimum: Int) {
    var rest = value
    var count = 0
    while count < minimum || rest > 0 {
      bytes.append(UInt8(rest & 0x7F))
      rest >>= 7
      count += 1
    }
  }

  /// A text, each byte of its UTF-8 as two.
  mutating func text(_ text: String) {
    for byte in text.utf8 { bytes += [byte & 0x7F, byte >> 7] }
  }

  /// A byte that is allowed after any other byte.
  mutating func mark(_ byte: UInt8) { bytes.append(byte) }

  private static func check(
    _ value: UInt16, _ name: String, maximum: UInt16
  ) throws(FirmataRangeError) {
    guard value <= maximum else {
      throw FirmataRangeError(name: name, value: Int(value), maximum: Int(maximum))
    }
  }
}
