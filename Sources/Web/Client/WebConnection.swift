// SPDX-License-Identifier: GPL-3.0-or-later
import FlyingSocks
import Glibc
import Realtime
import Synchronization

/// The connection to a page. It waits for bytes and for room to send, but not for ever.
final class WebConnection: Sendable {
  private static let readBytes = 4096
  private let socket: Socket
  /// False once nothing more can be sent.
  private let isOpen = Locked(true)
  /// The connection is ours, and is closed in the end.
  private let isOwner = Atomic(false)

  /// Prepares a connection. It stays the caller's until ``take()``.
  init(_ socket: Socket) throws {
    self.socket = socket
    try socket.setFlags(.nonBlocking)
    // A drum does not wait for more to be sent with it.
    try socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
  }

  deinit { if isOwner.load(ordering: .acquiring) { try? socket.close() } }

  /// Takes the connection over from the caller.
  func take() { isOwner.store(true, ordering: .releasing) }

  /// Sends all bytes; false if the page is gone or reads too slowly.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    isOpen.withLock { isOpen in
      guard isOpen else { return false }
      var left = bytes[...]
      let end = MonotonicClock.now + .seconds(PageLimits.sendSeconds)
      while isOpen, !left.isEmpty {
        isOpen =
          MonotonicClock.now < end && waits(for: POLLOUT, seconds: PageLimits.stuckSeconds)
        if isOpen, let count = sendSome(left) {
          left = left.dropFirst(count)
        } else {
          isOpen = false
        }
      }
      return isOpen
    }
  }

  /// Sends what fits without waiting. Returns the number of bytes sent; nil if the page is gone. (FlyingSocks' own call does
  /// not report a part that was sent before it had to wait.)
  private func sendSome(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes {
      Glibc.send(
        socket.file.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    return count >= 0 ? count : errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// Sends what fits without waiting, unless another thread keeps sending. Nothing is sent after it.
  ///
  /// - Parameter patienceMilliseconds: How long to wait for another thread that is sending.
  func sendLast(_ bytes: [UInt8], patienceMilliseconds: Int) {
    for _ in 0...patienceMilliseconds {
      let isDone: Void? = isOpen.withLockIfAvailable { isOpen in
        guard isOpen else { return }
        isOpen = false
        _ = sendSome(bytes[...])
      }
      guard isDone == nil else { return }
      MonotonicClock.sleep(microseconds: 1000)
    }
  }

  /// Waits for bytes; nil if the page is gone or silent for too long.
  func receive() -> [UInt8]? {
    guard waits(for: POLLIN, seconds: PageLimits.silentSeconds) else { return nil }
    return try? socket.read(atMost: Self.readBytes)
  }

  private func waits(for events: Int32, seconds: Int) -> Bool {
    FileDescriptors.wait(
      for: socket.file.rawValue, events: events, milliseconds: Int32(1000 * seconds))
  }

  /// Ends both directions, and wakes the threads that wait.
  func end() { shutdown(socket.file.rawValue, Int32(SHUT_RDWR)) }
}
