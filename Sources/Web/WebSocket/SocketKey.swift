// SPDX-License-Identifier: GPL-3.0-or-later
import CGcrypt
import FoundationEssentials
import Hashing

/// The opening handshake of a WebSocket (RFC 6455, section 4.2.2).
enum SocketKey {
  private static let constant = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
  private static let keyBytes = 16
  private static let digestBytes = 20

  /// The server's answer to a key; nil for a malformed key.
  static func accept(_ key: String) -> String? {
    guard Data(base64Encoded: key)?.count == keyBytes else { return nil }
    Gcrypt.start()
    let asked = Array((key + constant).utf8)
    var digest = [UInt8](repeating: 0, count: digestBytes)
    gcry_md_hash_buffer(CInt(GCRY_MD_SHA1.rawValue), &digest, asked, asked.count)
    return Data(digest).base64EncodedString()
  }
}
