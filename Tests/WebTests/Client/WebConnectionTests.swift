// SPDX-License-Identifier: GPL-3.0-or-later
import FlyingSocks
import Foundation
import Realtime
import Synchronization
import TestSupport
import Testing

@testable import Web

/// A connection that waits, but neither for ever nor for others.
@Suite(.simulated) struct WebConnectionTests {
  /// Both ends of a connection on this machine.
  private static func connection() throws -> (own: Socket, other: Socket) {
    let listener = try Socket(domain: AF_INET)
    defer { try? listener.close() }
    try listener.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    try listener.listen()
    guard case .ip4(_, let port) = try listener.sockname() else {
      throw SocketError.unsupportedAddress
    }
    let other = try Socket(domain: AF_INET)
    try other.connect(to: .inet(ip4: "127.0.0.1", port: port))
    let own = Socket(file: try listener.accept().file)
    try own.setFlags(.nonBlocking)
    return (own, other)
  }

  @Test("an unclaimed connection stays the caller's, unchanged")
  func givenBack() throws {
    let (own, other) = try Self.connection()
    do { _ = try WebConnection(own) }
    #expect(try own.flags.contains(.nonBlocking))
    #expect(try own.write(Data([7])) == 1)
    #expect(try other.read() == 7)
    try own.close()
    try other.close()
  }

  @Test("a connection that was taken over is closed once")
  func taken() throws {
    let (own, other) = try Self.connection()
    do { try WebConnection(own).take() }
    #expect(throws: SocketError.disconnected) { try other.read() }
    try other.close()
  }

  @Test("a client that takes a little now and then is not waited for without end")
  func trickle() throws {
    let (own, other) = try Self.connection()
    // So small that some room comes up well before a page that takes nothing is given up.
    try own.setValue(65_536, for: .sendBufferSize)
    try other.setValue(65_536, for: .receiveBufferSize)
    let connection = try WebConnection(own)
    connection.take()
    let isOver = Atomic(false)
    let reader = WorkThread {
      while !isOver.load(ordering: .relaxed),
        FileDescriptors.wait(for: other.file.rawValue, events: POLLIN, milliseconds: -1),
        (try? other.read(atMost: 4096)) != nil
      {
        MonotonicClock.sleep(microseconds: 50_000)
      }
    }
    let start = MonotonicClock.now
    let isSent = connection.send([UInt8](repeating: 0, count: 64 << 20))
    #expect(!isSent)
    let seconds = (MonotonicClock.now - start) / .seconds(1)
    let (least, most) = (PageLimits.sendSeconds, PageLimits.sendSeconds + PageLimits.stuckSeconds)
    #expect(seconds >= Double(least) && seconds < Double(most))
    isOver.store(true, ordering: .relaxed)
    connection.end()
    reader?.join()
    try other.close()
  }
}
