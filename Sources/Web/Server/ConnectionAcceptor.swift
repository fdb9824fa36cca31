// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import FlyingSocks
import FoundationEssentials
import Glibc
import Realtime
import Synchronization

/// Accepts connections and answers their requests, all on one thread. Each request has a limit of bytes and of time; if there
/// are too many, the oldest is closed. Connections of admitted pages are handed over.
///
/// FlyingFox's own server reads requests and frames of any length without asking, and waits for them for ever; so Flam uses
/// only its sockets.
final class ConnectionAcceptor: @unchecked Sendable {
  /// A request that is arriving or being answered.
  private struct Caller {
    let socket: Socket
    /// The address of this machine at which it arrived.
    let address: String
    var deadlineNanoseconds: Int64
    var request: [UInt8] = []
    var answer: Data?
    var sent = 0
    /// The answer is sent. Further bytes are dropped until the caller hangs up, so that it can read the whole answer.
    var isSaid = false
  }

  private static let readBytes = 4096
  private static let hangUpMilliseconds = 500
  private static let breathMicroseconds = 10_000

  private let access: PageAccess
  private let listeners: [Socket]
  /// Takes over the connection of an admitted page, with its answer and the bytes that came after its request; false if there
  /// are too many pages.
  private let admit: (Socket, HTTPResponse, [UInt8], _ host: String) -> Bool
  /// Sends a download: nil if it took over the connection, else the response.
  private let give: (Socket, HTTPRequest, _ host: String) -> HTTPResponse?
  private let isOver = Atomic(false)
  private var callers: [Caller] = []

  init(
    _ access: PageAccess, _ listeners: [Socket],
    admit: @escaping (Socket, HTTPResponse, [UInt8], _ host: String) -> Bool,
    give: @escaping (Socket, HTTPRequest, _ host: String) -> HTTPResponse?
  ) {
    (self.access, self.listeners, self.admit, self.give) = (access, listeners, admit, give)
  }

  /// Ends ``run()``.
  func end() {
    isOver.store(true, ordering: .releasing)
    for listener in listeners { shutdown(listener.file.rawValue, Int32(SHUT_RDWR)) }
  }

  /// Answers until it is ended.
  func run() {
    while !isOver.load(ordering: .acquiring) {
      var waits = listeners.map { Self.wait($0, for: POLLIN) }
      waits += callers.map {
        Self.wait($0.socket, for: $0.answer == nil || $0.isSaid ? POLLIN : POLLOUT)
      }
      FileDescriptors.wait(for: &waits, milliseconds: timeoutMilliseconds)
      for index in callers.indices.reversed() where waits[listeners.count + index].revents != 0 {
        if !serve(&callers[index]) { callers.remove(at: index) }
      }
      for (listener, wait) in zip(listeners, waits) where wait.revents != 0 { accept(listener) }
      let now = rt_now_nanoseconds()
      callers.removeAll { caller in
        guard caller.deadlineNanoseconds <= now else { return false }
        try? caller.socket.close()
        return true
      }
    }
    for socket in listeners + callers.map(\.socket) { try? socket.close() }
  }

  private static func wait(_ socket: Socket, for events: Int32) -> pollfd {
    pollfd(fd: socket.file.rawValue, events: Int16(events), revents: 0)
  }

  /// The time to the first deadline; without end if nobody calls.
  private var timeoutMilliseconds: Int32 {
    guard let first = callers.map(\.deadlineNanoseconds).min() else { return -1 }
    return Int32(max(0, (first - rt_now_nanoseconds()) / 1_000_000 + 1))
  }

  private static func deadline(milliseconds: Int) -> Int64 {
    rt_now_nanoseconds() + Int64(milliseconds) * 1_000_000
  }

  private func accept(_ listener: Socket) {
    do {
      let socket = Socket(file: try listener.accept().file)
      do {
        try socket.closeOnExec()
        try socket.setFlags(.nonBlocking)
        let address =
          switch try socket.sockname() {
          case .ip4(let address, port: _), .ip6(let address, port: _): address
          case .unix: ""
          }
        if callers.count == PageLimits.requests { try? callers.removeFirst().socket.close() }
        callers.append(
          Caller(
            socket: socket, address: address,
            deadlineNanoseconds: Self.deadline(milliseconds: PageLimits.requestMilliseconds)))
      } catch {
        try? socket.close()
      }
    } catch SocketError.blocked {
      // The caller has hung up again.
    } catch {
      // No descriptors are left: close the oldest connection.
      if !callers.isEmpty { try? callers.removeFirst().socket.close() }
      MonotonicClock.sleep(microseconds: Self.breathMicroseconds)
    }
  }

  /// Reads from or writes to a caller; false if it is gone or was handed over.
  private func serve(_ caller: inout Caller) -> Bool {
    do {
      if caller.isSaid {
        _ = try caller.socket.read(atMost: Self.readBytes)
        return true
      }
      if caller.answer == nil {
        caller.request += try caller.socket.read(atMost: Self.readBytes)
        if try !read(&caller) { return false }
      }
      guard let answer = caller.answer else { return true }
      caller.sent = try caller.socket.write(answer, from: caller.sent)
      guard caller.sent == answer.count else { return true }
      caller.isSaid = true
      caller.deadlineNanoseconds = Self.deadline(milliseconds: Self.hangUpMilliseconds)
      shutdown(caller.socket.file.rawValue, Int32(SHUT_WR))
      return true
    } catch SocketError.blocked {
      return true
    } catch {
      try? caller.socket.close()
      return false
    }
  }

  /// Finds the answer once the request is whole; false if its connection was handed over.
  private func read(_ caller: inout Caller) throws -> Bool {
    let found = caller.request.firstRange(of: HTTPRequest.end)
    guard found?.lowerBound ?? caller.request.count <= PageLimits.requestBytes else {
      caller.answer = Data(
        HTTPResponse(.tooLarge, text: "The request is too large.").bytes(host: nil))
      return true
    }
    guard let end = found else { return true }
    guard let request = HTTPRequest(head: caller.request[..<end.lowerBound]) else {
      caller.answer = Data(HTTPResponse(.malformed, text: "Malformed request.").bytes(host: nil))
      return true
    }
    let verdict = access.verdict(on: request, at: caller.address)
    let host = request.headers["host"].flatMap { name in
      access.hosts(at: caller.address).contains(name.lowercased()) ? name : nil
    }
    switch verdict {
    case .answer(let answer): caller.answer = Data(answer.bytes(host: host))
    case .live(let answer):
      let rest = Array(caller.request[end.upperBound...])
      if admit(caller.socket, answer, rest, host ?? "") { return false }
      let full = HTTPResponse(.full, text: "Too many pages are open: close one.")
      caller.answer = Data(full.bytes(host: host))
    case .download:
      guard let answer = give(caller.socket, request, host ?? "") else { return false }
      caller.answer = Data(answer.bytes(host: host))
    }
    return true
  }
}
