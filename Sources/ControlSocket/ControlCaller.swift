// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc

/// A caller: what it has sent so far, and its deadline. For one thread only.
final class ControlCaller {
  /// What happens with a call.
  enum Step {
    case goesOn
    case request([UInt8])
    case isOver
  }

  let descriptor: Int32
  private var request: [UInt8] = []
  /// Nil once the call is answered and has no deadline any more.
  private(set) var deadlineNanoseconds: Int64?
  /// Called when the call is over.
  private var onLeaving: (@Sendable () -> Void)?

  /// Takes over a connection, which does not block from now on.
  init(_ descriptor: Int32, lineSeconds: Int) {
    self.descriptor = descriptor
    fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    fcntl(descriptor, F_SETFL, O_NONBLOCK)
    deadlineNanoseconds = rt_now_nanoseconds() + Int64(lineSeconds) * 1_000_000_000
  }

  deinit {
    close(descriptor)
    onLeaving?()
  }

  /// Reads what has arrived.
  func read() -> Step {
    var part = [UInt8](repeating: 0, count: ControlLimits.lineBytes)
    let count = Glibc.read(descriptor, &part, part.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return .goesOn }
    // A caller that has its answer has nothing more to say.
    guard count > 0, deadlineNanoseconds != nil else { return .isOver }
    request += part[..<count]
    guard let end = request.firstIndex(of: UInt8(ascii: "\n")) else {
      return request.count < ControlLimits.lineBytes ? .goesOn : .isOver
    }
    return end < ControlLimits.lineBytes ? .request(Array(request[..<end])) : .isOver
  }

  /// Sends why the call ends, in a line; the caller reads it even if it writes afterwards.
  func dismiss(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Sends the answer; false if that ends the call.
  func take(_ answer: ControlAnswer) -> Bool {
    (deadlineNanoseconds, onLeaving) = (nil, answer.onLeaving)
    let bytes = Array((answer.line + "\n").utf8)
    // A socket to which nothing was sent has room for a line.
    let sent = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    return sent == bytes.count && onLeaving != nil
  }
}
