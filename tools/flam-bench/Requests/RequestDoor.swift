// SPDX-License-Identifier: GPL-3.0-or-later
import Boards
import Engine
import Foundation
import Glibc
import OSC
import Simulation
import Web

/// A door through which commands come to an engine.
protocol RequestDoor: AnyObject {
  /// As the benchmark prints it.
  var name: String { get }
  /// Paths of new files come from Flam, not from the sender.
  var isForGuests: Bool { get }
  /// Asks for a command in JSON; the reason if it is refused, at once or meanwhile.
  func ask(_ json: String) -> String?
  /// Waits for the last answers; one of the reasons in them.
  func settle() -> String?
  /// Closes it.
  func close()
}

extension RequestDoor {
  var isForGuests: Bool { false }
  func settle() -> String? { nil }
  func close() {}
}

/// A door in this process: what is typed, a board's, and that of MIDI, whose port passes its commands
/// on like this.
final class DirectDoor: RequestDoor {
  let name: String
  private let perform: (EngineCommand) throws(EngineError) -> Void

  init(_ name: String, _ perform: @escaping (EngineCommand) throws(EngineError) -> Void) {
    (self.name, self.perform) = (name, perform)
  }

  func ask(_ json: String) -> String? {
    guard let command = try? JSONDecoder().decode(EngineCommand.self, from: Data(json.utf8)) else {
      return "it cannot be read"
    }
    do throws(EngineError) { try perform(command) } catch { return error.description }
    return nil
  }
}

/// Open Sound Control, from another socket. What the system drops in a flood is not counted.
final class OSCDoor: RequestDoor {
  let name = "OSC"
  let isForGuests = true
  private let port: OSCPort
  private let socket: Datagrams

  init(_ engine: Engine, _ host: CommandHost) throws {
    port = try OSCPort(engine, port: 0, isOnNetwork: false, host: host)
    socket = Datagrams(to: port.port)
  }

  func ask(_ json: String) -> String? {
    socket.send(Self.message("/flam/command", [json]))
    return socket.receive().flatMap(Self.reason)
  }

  func settle() -> String? {
    var reason: String?
    while let answer = socket.receive(waitingMilliseconds: 100) {
      reason = Self.reason(answer) ?? reason
    }
    return reason
  }

  func close() { port.stop() }

  /// A message with texts.
  static func message(_ address: String, _ texts: [String]) -> [UInt8] {
    ([address, "," + String(repeating: "s", count: texts.count)] + texts).flatMap(padded)
  }

  private static func padded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + [UInt8](repeating: 0, count: 4 - bytes.count % 4)
  }

  /// The reason in a message `/flam/error`; nil for any other message.
  private static func reason(_ bytes: [UInt8]) -> String? {
    let texts = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    return texts.first == "/flam/error" ? texts.last : nil
  }
}

/// A page; one that Flam closes comes back.
final class PageDoor: RequestDoor {
  let name = "page"
  let isForGuests = true
  private let server: PageServer
  private static let settleMicroseconds: useconds_t = 100_000
  private var page: PageCaller?

  init(_ engine: Engine, _ host: PageHost) throws {
    server = try PageServer(engine, host, port: 0)
  }

  func ask(_ json: String) -> String? {
    if page == nil { page = PageCaller.page(port: server.port, address: server.address) }
    guard let page else { return "no page can be opened" }
    let reason = heard(page)
    if self.page != nil, !page.say(json) { self.page = nil }
    return reason
  }

  func settle() -> String? {
    usleep(Self.settleMicroseconds)
    return page.flatMap(heard)
  }

  /// The first reason in what has come.
  private func heard(_ page: PageCaller) -> String? {
    var reason: String?
    while page.hasBytes {
      guard let frame = page.frame(), frame.kind != 8 else {
        self.page = nil
        return "the page was closed: it sent too much"
      }
      if frame.kind == 1, reason == nil {
        let object = try? JSONSerialization.jsonObject(with: Data(frame.payload))
        reason = (object as? [String: Any])?["problem"] as? String
      }
    }
    return reason
  }

  func close() { server.stop() }
}

/// A socket that sends datagrams to a port of this machine, and hears the answers.
final class Datagrams {
  private let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)

  init(to port: UInt16) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) {
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT))
  }

  /// The next answer; nil if none comes in time.
  func receive(waitingMilliseconds: Int32 = 0) -> [UInt8]? {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, waitingMilliseconds) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count > 0 ? Array(bytes[..<count]) : nil
  }
}
