// SPDX-License-Identifier: GPL-3.0-or-later
import FlyingSocks
import FoundationEssentials
import Glibc
import Synchronization

/// The connection to an open page, which waits for bytes and for room, but not for ever.
final class PageLink: Sendable {
  private static let readBytes = 4096
  private let socket: Socket
  /// False once nothing more can be sent.
  private let isOpen = Mutex(true)
  /// It closes the connection in the end.
  private let isOwner = Atomic(false)

  /// Makes a connection ready to be taken over: it is still the caller's, who has it back as it was where nobody took it.
  init(_ socket: Socket) throws {
    self.socket = socket
    try socket.setFlags(Socket.Flags(rawValue: socket.flags.rawValue & ~O_NONBLOCK))
    try socket.setValue(PageLimits.silentSeconds, for: .timeout(SO_RCVTIMEO))
    try socket.setValue(PageLimits.stuckSeconds, for: .timeout(SO_SNDTIMEO))
    // A drum does not wait for more to be sent with it.
    try socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
  }

  /// Nobody reads or writes any longer.
  deinit {
    if isOwner.load(ordering: .acquiring) {
      try? socket.close()
    } else {
      try? socket.setFlags(.nonBlocking)
    }
  }

  /// Takes the connection over: it is not the caller's any more.
  func take() { isOwner.store(true, ordering: .releasing) }

  /// Sends all of it; false where the page is gone, or takes nothing, or too little at a time.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    isOpen.withLock { isOpen in
      guard isOpen else { return false }
      let data = Data(bytes)
      var sent = data.startIndex
      let end = ContinuousClock.now + .seconds(PageLimits.sendSeconds)
      do {
        while sent < data.endIndex {
          guard ContinuousClock.now < end else { throw SocketError.blocked }
          sent = try socket.write(data, from: sent)
        }
      } catch {
        isOpen = false
      }
      return isOpen
    }
  }

  /// Sends what fits at once, where nobody else goes on sending; nothing is sent after it.
  ///
  /// - Parameter patienceMilliseconds: How long it waits for another who is sending.
  func sendLast(_ bytes: [UInt8], patienceMilliseconds: Int) {
    for _ in 0...patienceMilliseconds {
      let isDone: Void? = isOpen.withLockIfAvailable { isOpen in
        guard isOpen else { return }
        isOpen = false
        try? socket.setFlags(.nonBlocking)
        let data = Data(bytes)
        _ = try? socket.write(data, from: data.startIndex)
      }
      guard isDone == nil else { return }
      usleep(1000)
    }
  }

  /// Waits for bytes; nil where the page is gone or silent for too long.
  func receive() -> [UInt8]? { try? socket.read(atMost: Self.readBytes) }

  /// Ends both directions, and the waiting of whoever waits.
  func end() { shutdown(socket.file.rawValue, Int32(SHUT_RDWR)) }
}

/// How long a call on a socket may wait, in seconds.
struct TimeoutSocketOption: SocketOption {
  let name: Int32

  func makeValue(from socketValue: timeval) -> Int { socketValue.tv_sec }
  func makeSocketValue(from value: Int) -> timeval { timeval(tv_sec: value, tv_usec: 0) }
}

extension SocketOption where Self == TimeoutSocketOption {
  static func timeout(_ name: Int32) -> Self { TimeoutSocketOption(name: name) }
}
