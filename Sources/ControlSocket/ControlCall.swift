// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A call to a running program: one line in, one line out. If the other program wants that, the
/// request stays in force as long as the call.
public final class ControlCall {
  private let line: UnixSocket

  /// Calls the program whose socket is at a path. Fails if it has ended.
  ///
  /// - Parameter answerSeconds: How long it waits for an answer.
  public init(
    _ path: String, answerSeconds: Int = ControlLimits.lineSeconds
  ) throws(SystemError) {
    line = try UnixSocket.calling(path, seconds: answerSeconds)
  }

  /// Sends a request and returns the answer, both without the end of the line. Call it once.
  public func ask(_ request: String) throws(SystemError) -> [UInt8] {
    let bytes = Array((request + "\n").utf8)
    // A new socket has room for a line.
    let sent = send(line.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    // A program that hangs up said why before.
    guard sent == bytes.count || [EPIPE, ECONNRESET].contains(errno) else { throw .last }
    var answer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: ControlLimits.lineBytes)
    while answer.count <= ControlLimits.lineBytes {
      let count = read(line.descriptor, &part, part.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN {
        throw SystemError(code: EAGAIN, reason: "it does not answer")
      }
      if count < 0 { throw .last }
      guard count > 0 else { break }
      answer += part[..<count]
      if let end = answer.firstIndex(of: UInt8(ascii: "\n")) { return Array(answer[..<end]) }
    }
    throw SystemError(code: EPROTO, reason: "its answer was incomplete")
  }

  /// Whether the other program has ended, or has ended the request.
  public var isOver: Bool {
    var wait = pollfd(fd: line.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) != 0
  }
}
