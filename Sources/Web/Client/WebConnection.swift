// SPDX-License-Identifier: GPL-3.0-or-later
import FlyingSocks
import Glibc
import Realtime
import Synchronization

/// The connection to an open page, which waits for bytes and for room, but not for ever.
final class WebConnection: Sendable {
  private static let readBytes = 4096
  private let socket: Socket
  /// False once nothing more can be sent.
  private let isOpen = Locked(true)
  /// It closes the connection in the end.
  private let isOwner = Atomic(false)

  /// Makes a connection ready to be taken over: it is still the caller's, who has it back as it was where nobody took it.
  init(_ socket: Socket) throws {
    self.socket = socket
    try socket.setFlags(.nonBlocking)
    // A drum does not wait for more to be sent with it.
    try socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
  }

  /// Nobody reads or writes any longer.
  deinit { if isOwner.load(ordering: .acquiring) { try? socket.close() } }

  /// Takes the connection over: it is not the caller's any more.
  func take() { isOwner.store(true, ordering: .releasing) }

  /// Sends all of it; false where the page is gone, or takes nothing, or too little at a time.
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

  /// Sends what fits at once, and says how many bytes that are; nil where the page is gone. The socket's own call says nothing
  /// of a part that was sent before it would have had to wait.
  private func sendSome(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes {
      Glibc.send(
        socket.file.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    return count >= 0 ? count : errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// Sends what fits at once, where nobody else goes on sending; nothing is sent after it.
  ///
  /// - Parameter patienceMilliseconds: How long it waits for another who is sending.
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

  /// Waits for bytes; nil where the page is gone or silent for too long.
  func receive() -> [UInt8]? {
    guard waits(for: POLLIN, seconds: PageLimits.silentSeconds) else { return nil }
    return try? socket.read(atMost: Self.readBytes)
  }

  private func waits(for events: Int32, seconds: Int) -> Bool {
    FileDescriptors.wait(
      for: socket.file.rawValue, events: events, milliseconds: Int32(1000 * seconds))
  }

  /// Ends both directions, and the waiting of whoever waits.
  func end() { shutdown(socket.file.rawValue, Int32(SHUT_RDWR)) }
}
