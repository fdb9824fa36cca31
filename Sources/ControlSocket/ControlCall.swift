// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A call to a program that runs: one line in, one line out. What was asked for lasts as long as the call, where the other
/// program will have it so.
public final class ControlCall {
  private let line: UnixSocket

  /// Calls the program whose socket lies at a path; fails where it has ended.
  public init(_ path: String) throws(SystemError) {
    line = try UnixSocket.calling(path, milliseconds: ControlLimits.lineMilliseconds)
  }

  /// Asks, and gives the answer; both without the end of the line. To be called once.
  public func ask(_ request: String) throws(SystemError) -> [UInt8] {
    try WholeFile.append(Array((request + "\n").utf8), to: line.descriptor)
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

  /// The other program has gone, or ended what was asked for.
  public var isOver: Bool {
    var wait = pollfd(fd: line.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) != 0
  }
}
