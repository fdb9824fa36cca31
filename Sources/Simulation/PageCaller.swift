// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import Realtime

/// A connection to a page's server on this machine, as strangers and browsers make it: bytes out,
/// bytes in. For one thread at a time, except for sending.
public final class PageCaller: @unchecked Sendable {
  private static let headEnd: [UInt8] = [13, 10, 13, 10]
  private static let patienceSeconds = 20

  private let descriptor: Int32
  private var waiting: [UInt8] = []

  /// Nil without an answer.
  public init?(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// False if the other side has hung up.
  @discardableResult public func send(_ bytes: [UInt8]) -> Bool {
    var left = bytes[...]
    while !left.isEmpty, waits(for: POLLOUT) {
      let sent = left.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      guard sent > 0 else { return false }
      left = left.dropFirst(sent)
    }
    return left.isEmpty
  }

  private func waits(for events: Int32) -> Bool {
    FileDescriptors.wait(
      for: descriptor, events: events, milliseconds: Int32(1000 * Self.patienceSeconds))
  }

  /// Sends a text.
  @discardableResult public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Bytes have come, or the end.
  public var hasBytes: Bool {
    !waiting.isEmpty || FileDescriptors.wait(for: descriptor, events: POLLIN, milliseconds: 0)
  }

  /// Some bytes; nil if the other side has hung up or says nothing.
  public func receive() -> [UInt8]? {
    guard waits(for: POLLIN) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// The other side hangs up, within some seconds, and says nothing.
  public var isHungUpOn: Bool {
    guard waits(for: POLLIN) else { return false }
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
    // Closing with unread bytes is answered by a reset.
    return count == 0 || count < 0 && errno == ECONNRESET
  }

  /// All that is said until the other side hangs up.
  public func answer() -> String {
    var bytes: [UInt8] = []
    while let more = receive() { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number in the first line of an answer; 0 for none.
  public static func status(port: UInt16, _ request: String) -> Int {
    guard let caller = PageCaller(port: port), caller.send(request) else { return 0 }
    return Int(caller.answer().split(separator: " ").dropFirst().first ?? "") ?? 0
  }

  /// The line of a request that holds the token of a page's address; empty if that has none.
  public static func cookie(port: UInt16, address: String) -> String {
    guard let token = address.split(separator: "=").dropFirst().first else { return "" }
    return "Cookie: flam-\(port)=\(token)\r\n"
  }

  /// Becomes a page; nil if it may not.
  ///
  /// - Parameter address: Of the page, with its token.
  public static func page(port: UInt16, address: String, origin: String? = nil) -> PageCaller? {
    guard let caller = PageCaller(port: port) else { return nil }
    caller.send(
      "GET /live HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: \(origin ?? "http://localhost:\(port)")\r\n"
        + cookie(port: port, address: address)
        + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    while !caller.waiting.contains(Self.headEnd) {
      guard let bytes = caller.receive() else { return nil }
      caller.waiting += bytes
    }
    guard let end = caller.waiting.firstRange(of: Self.headEnd),
      String(decoding: caller.waiting[..<end.lowerBound], as: UTF8.self).contains(" 101 ")
    else { return nil }
    caller.waiting.removeFirst(end.upperBound)
    return caller
  }

  /// Sends a message as a page does.
  @discardableResult public func say(_ json: String) -> Bool {
    send(Self.masked(0x81, Array(json.utf8)))
  }

  /// A frame as a browser sends it: its first byte, and its content, at most 65 535 bytes.
  public static func masked(
    _ first: UInt8, _ payload: [UInt8], mask: [UInt8] = [1, 2, 3, 4]
  ) -> [UInt8] {
    let length: [UInt8] =
      payload.count < 126
      ? [0x80 | UInt8(payload.count)]
      : [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    return [first] + length + mask + payload.indices.map { payload[$0] ^ mask[$0 % 4] }
  }

  /// The next frame; nil once the other side has hung up. It answers pings, as a browser does.
  public func frame() -> (kind: UInt8, payload: [UInt8])? {
    while true {
      if waiting.count >= 2 {
        let short = Int(waiting[1])
        let head = short < 126 ? 2 : short == 126 ? 4 : 10
        if waiting.count >= head {
          let count =
            short < 126 ? short : waiting[2..<head].reduce(0) { $0 << 8 | Int($1) }
          if waiting.count >= head + count {
            let payload = Array(waiting[head..<head + count])
            let kind = waiting[0] & 15
            waiting.removeFirst(head + count)
            if kind == 9 { send(Self.masked(0x8A, payload)) }
            return (kind, payload)
          }
        }
      }
      guard let bytes = receive() else { return nil }
      waiting += bytes
    }
  }

  /// The next message of that kind, within some seconds; nil for none.
  public func message(_ event: String, seconds: Double = 60) -> [String: Any]? {
    let end = MonotonicClock.now + .seconds(seconds)
    while MonotonicClock.now < end, let frame = frame() {
      guard frame.kind == 1,
        let object = try? JSONSerialization.jsonObject(with: Data(frame.payload)) as? [String: Any]
      else { continue }
      if object["event"] as? String == event { return object }
    }
    return nil
  }

  /// The code with which the other side closes; nil if it does not.
  public func closing() -> Int? {
    while let frame = frame() {
      if frame.kind == 8, frame.payload.count >= 2 {
        return Int(frame.payload[0]) << 8 | Int(frame.payload[1])
      }
    }
    return nil
  }
}
