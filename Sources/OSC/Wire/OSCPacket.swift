// SPDX-License-Identifier: GPL-3.0-or-later

/// A datagram: a message, or a bundle of them and of other bundles.
package enum OSCPacket {
  /// A message, and when it is to be carried out.
  package struct Part: Equatable {
    package let message: OSCMessage
    /// The time tag of the innermost bundle; nil for at once.
    let timeTag: UInt64?
  }

  /// The deepest nesting of bundles.
  static let longestNesting = 8
  /// The most messages in a datagram.
  static let mostMessages = 512

  private static let bundleMark = Array("#bundle\0".utf8)
  /// The mark and the time tag.
  private static let headBytes = 16
  /// The time tag that means at once.
  private static let atOnce: UInt64 = 1

  /// The messages of a datagram, in order. If any part is malformed, a fault and no messages.
  package static func parts(_ bytes: UnsafeRawBufferPointer) throws(OSCFault) -> [Part] {
    var parts: [Part] = []
    try read(bytes, timeTag: nil, depth: 0, into: &parts)
    return parts
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, timeTag: UInt64?, depth: Int, into parts: inout [Part]
  ) throws(OSCFault) {
    guard bytes.starts(with: bundleMark) else {
      guard parts.count < mostMessages else {
        throw OSCFault(reason: "a bundle has more than \(mostMessages) messages; send several")
      }
      parts.append(Part(message: try OSCMessage(bytes), timeTag: timeTag))
      return
    }
    guard bytes.count >= headBytes, depth < longestNesting else {
      throw OSCFault(
        reason: depth < longestNesting
          ? "a bundle ends before its time tag"
          : "bundles are nested more than \(longestNesting) deep")
    }
    let tag = UInt64(
      bigEndian: bytes.loadUnaligned(fromByteOffset: bundleMark.count, as: UInt64.self))
    var place = headBytes
    while place < bytes.count {
      guard bytes.count - place >= 4 else { throw brokenOff }
      let count = Int(
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
      place += 4
      guard count > 0, count % 4 == 0, count <= bytes.count - place else { throw brokenOff }
      try read(
        UnsafeRawBufferPointer(rebasing: bytes[place..<place + count]),
        timeTag: tag == atOnce ? nil : tag, depth: depth + 1, into: &parts)
      place += count
    }
  }

  private static let brokenOff = OSCFault(reason: "a bundle breaks off within a part")
}
