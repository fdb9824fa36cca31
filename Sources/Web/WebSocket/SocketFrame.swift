// SPDX-License-Identifier: GPL-3.0-or-later

/// A whole frame of a WebSocket (RFC 6455, section 5).
struct SocketFrame: Equatable {
  /// The opcode.
  enum Kind: UInt8 {
    case text = 1
    case close = 8
    case ping = 9
    case pong = 10
  }

  /// The reason for closing a connection (section 7.4.1).
  enum Fault: UInt16, Error {
    case goingAway = 1001
    case malformed = 1002
    case unwanted = 1003
    case tooMany = 1008
    case tooLarge = 1009
    case full = 1013
  }

  let kind: Kind
  let payload: [UInt8]

  /// A frame.
  init(_ kind: Kind, _ payload: [UInt8] = []) { (self.kind, self.payload) = (kind, payload) }

  /// The frame that closes a connection.
  init(closing fault: Fault) {
    self.init(.close, [UInt8(fault.rawValue >> 8), UInt8(fault.rawValue & 255)])
  }

  /// The frame as a server sends it.
  var bytes: [UInt8] {
    var bytes = [0x80 | kind.rawValue]
    switch payload.count {
    case ...125: bytes.append(UInt8(payload.count))
    case ...0xFFFF: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      bytes.append(127)
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
    }
    return bytes + payload
  }
}

/// Splits the bytes from a page into frames. It holds one frame and the bytes read with it at most.
struct SocketFrameReader {
  private static let mostControlBytes = 125
  private var waiting: [UInt8] = []

  /// Adds received bytes.
  mutating func add(_ bytes: [UInt8]) { waiting += bytes }

  /// The next frame; nil if it is not whole yet. It checks a length before it waits for any of those bytes.
  mutating func next() throws(SocketFrame.Fault) -> SocketFrame? {
    guard waiting.count >= 2 else { return nil }
    let (first, second) = (waiting[0], waiting[1])
    guard first & 0x70 == 0, second & 0x80 != 0 else { throw .malformed }
    guard first & 0x80 != 0, let kind = SocketFrame.Kind(rawValue: first & 15) else {
      throw .unwanted
    }
    var start = 2
    var count = Int(second & 127)
    guard kind == .text || count <= SocketFrameReader.mostControlBytes else { throw .malformed }
    if count == 127 { throw .tooLarge }
    if count == 126 {
      guard waiting.count >= 4 else { return nil }
      count = Int(waiting[2]) << 8 | Int(waiting[3])
      start = 4
    }
    guard count <= PageLimits.messageBytes else { throw .tooLarge }
    guard waiting.count >= start + 4 + count else { return nil }
    let mask = waiting[start..<start + 4]
    let payload = (0..<count).map { waiting[start + 4 + $0] ^ mask[start + $0 % 4] }
    waiting.removeFirst(start + 4 + count)
    return SocketFrame(kind, payload)
  }
}
