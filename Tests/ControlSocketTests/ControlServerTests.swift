// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import Foundation
import Simulation
import Storage
import Synchronization
import TestSupport
import Testing

@Suite(.waiting) struct ControlServerTests {
  private let folder = TemporaryFolder()
  private var place: ControlPlace { ControlPlace("\(folder.path)/run/flam") }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Calls a program that may be slow on a busy machine.
  private func call(_ socket: String) throws -> ControlCall {
    try ControlCall(socket, answerSeconds: FarLimit.seconds)
  }

  /// A server that waits for lines as long as that, or so long.
  private func server(
    lineSeconds: Int = FarLimit.seconds, _ answer: @escaping ControlServer.Answering
  ) throws -> ControlServer {
    try ControlServer(
      in: place, lineSeconds: lineSeconds, refusal: { "no: \($0)" }, answer: answer)
  }

  @Test("a line is answered by a line, for its owner alone, and all is gone at the end")
  func answered() throws {
    let server = try self.server { request in
      ControlAnswer("you said " + String(decoding: request, as: UTF8.self))
    }
    let socket = try #require(place.sockets.first)
    #expect(try text(call(socket).ask(#"{"request":"x"}"#)) == #"you said {"request":"x"}"#)
    #expect(try text(call(socket).ask("again")) == "you said again")
    var status = stat()
    #expect(lstat(socket, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(lstat("\(folder.path)/run/flam", &status) == 0 && status.st_mode & 0o777 == 0o700)
    server.stop()
    #expect(place.sockets.isEmpty && FileSystem.names(in: "\(folder.path)/run/flam").isEmpty)
  }

  @Test("a request lasts as long as its connection, and the connection no longer than the program")
  func lasting() throws {
    let left = DispatchSemaphore(value: 0)
    let server = try self.server { _ in ControlAnswer("yes") { left.signal() } }
    let socket = try #require(place.sockets.first)
    var lasting: ControlCall? = try call(socket)
    _ = try lasting?.ask("one")
    #expect(lasting?.isOver == false && left.wait(timeout: .now()) == .timedOut)
    lasting = nil
    #expect(left.wait(timeout: .now() + 60) == .success)
    let other = try call(socket)
    _ = try other.ask("two")
    server.stop()
    #expect(other.isOver && left.wait(timeout: .now() + 60) == .success)
  }

  @Test("a client that sends no whole line, or too much, is dropped; others are served meanwhile")
  func rude() throws {
    let server = try self.server { _ in ControlAnswer("yes") }
    let socket = try #require(place.sockets.first)
    let silent = try call(socket)
    let long = String(repeating: "x", count: 2 * ControlLimits.lineBytes)
    #expect(throws: SystemError.self) { try call(socket).ask(long) }
    let many = try (0..<3 * ControlLimits.callers).map { _ in try call(socket) }
    #expect(eventually { silent.isOver && many[0].isOver })
    #expect(many.last?.isOver == false)
    #expect(try text(call(socket).ask("hello")) == "yes")
    server.stop()
  }

  @Test(
    "the owner is answered beside 200 idle callers, and those who go hear why",
    arguments: [200, 90])
  func crowd(idle: Int) throws {
    let server = try self.server { _ in ControlAnswer("yes") }
    let socket = try #require(place.sockets.first)
    let crowd = try (0..<idle).map { _ in try call(socket) }
    for _ in 0..<20 { #expect(try text(call(socket).ask("hello")) == "yes") }
    let first = try text(crowd[0].ask("hello"))
    #expect(first == "no: too many programs call it at once; call again")
    #expect(crowd.last?.isOver == false)
    server.stop()
  }

  @Test("a caller whose line does not come in time hears so")
  func late() throws {
    let server = try self.server(lineSeconds: 1) { _ in ControlAnswer("yes") }
    let held = try call(try #require(place.sockets.first))
    #expect(eventually { held.isOver })
    #expect(try text(held.ask("hello")) == "no: no whole request came within 1 s")
    server.stop()
  }

  @Test("a request that lasts stays while idle callers come and go")
  func lastingInCrowd() throws {
    let server = try self.server { _ in ControlAnswer("yes") {} }
    let socket = try #require(place.sockets.first)
    let lasting = try call(socket)
    #expect(try text(lasting.ask("hold")) == "yes")
    let crowd = try (0..<150).map { _ in try call(socket) }
    #expect(eventually { crowd[0].isOver })
    #expect(!lasting.isOver)
    server.stop()
  }

  @Test("a killed program's remains are removed, a running program's are not")
  func stale() throws {
    let server = try self.server { _ in ControlAnswer("yes") }
    folder.write([], to: "run/flam/play.1-1.part/socket")
    folder.write([], to: "run/flam/other.part/kept")
    #expect(place.sockets.count == 1)
    #expect(try text(call(place.sockets[0]).ask("hello")) == "yes")
    #expect(FileSystem.exists("\(folder.path)/run/flam/other.part/kept"))
    server.stop()
  }

  @Test("a folder of any length will do; one that is open to others will not")
  func folders() throws {
    let long = (0..<4).map { _ in String(repeating: "d", count: 100) }.joined(separator: "/")
    let deep = ControlPlace("\(folder.path)/\(long)")
    let server = try ControlServer(in: deep) { _ in ControlAnswer("yes") }
    #expect(try text(call(deep.sockets[0]).ask("hello")) == "yes")
    server.stop()
    folder.write([], to: "open/flam/x")
    #expect(chmod("\(folder.path)/open", 0o777) == 0)
    #expect(throws: SystemError.self) {
      try ControlServer(in: ControlPlace("\(folder.path)/open/flam")) { _ in ControlAnswer("") }
    }
  }
}
