// SPDX-License-Identifier: GPL-3.0-or-later

/// The name of a service or a characteristic (Bluetooth Core Specification, volume 3, part B,
/// 2.5.1).
public struct BluetoothUUID: RawRepresentable, Codable, Hashable, Sendable {
  /// 36 letters in lower case: "6e400001-b5a3-f393-e0a9-e50e24dcca9e".
  public let rawValue: String

  /// The part after a name of 16 bits.
  private static let base = "-0000-1000-8000-00805f9b34fb"
  private static let lengths = [8, 4, 4, 4, 12]

  /// A name as people write it, whole or of 16 bits ("ffe0"); nil if it is malformed.
  public init?(rawValue: String) {
    let written = rawValue.lowercased()
    let whole = written.utf8.count == 4 ? "0000" + written + Self.base : written
    let parts = whole.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == Self.lengths,
      parts.allSatisfy({ $0.utf8.allSatisfy(Self.isHexadecimal) })
    else { return nil }
    self.rawValue = whole
  }

  private static func isHexadecimal(_ letter: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter)
  }
}
