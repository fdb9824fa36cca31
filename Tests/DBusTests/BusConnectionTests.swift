// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: PrivateBus.daemon != nil, "dbus is not installed"), .waiting)
struct BusConnectionTests {
  private let method = BusMethod(
    destination: "org.example.Mirror", path: "/a", interface: "org.example.Mirror", member: "Give")

  @Test(
    "a sent message arrives, whatever its type",
    arguments: [
      BusValue.string("größer"), .boolean(true), .int32(-7), .uint32(.max), .int64(.min),
      .uint64(.max), .bytes([0, 127, 255]), .bytes([]), .list([.uint32(1), .uint32(2)]),
      .list([]), .list([.bytes([1]), .bytes([])]),
      .table(["a": .boolean(true), "b": .table(["c": .list([.string("d")])])]), .table([:]),
    ])
  func values(value: BusValue) throws {
    let daemon = try PrivateBus()
    let mirror = BusStandIn("org.example.Mirror", on: daemon.address) { $1.last ?? .boolean(false) }
    defer { mirror?.end() }
    let bus = try #require(BusConnection(address: daemon.address))
    #expect(try bus.call(method, [.int32(1), value]) == [value])
    // A property comes in a variant; the stand-in returns the requested name.
    let name = try bus.property("Width", of: "org.example.Mirror", path: "/a", interface: "x")
    #expect(name == .string("Width"))
  }

  @Test("a missing peer, an unknown call and a missing bus give an error, not an answer")
  func failures() throws {
    let daemon = try PrivateBus()
    let bus = try #require(BusConnection(address: daemon.address))
    let missing = #expect(throws: BusError.self) { try bus.call(method) }
    #expect(missing?.name == "org.freedesktop.DBus.Error.ServiceUnknown")
    let mute = BusStandIn("org.example.Mirror", on: daemon.address) { _, _ in nil }
    defer { mute?.end() }
    let unknown = #expect(throws: BusError.self) { try bus.call(method) }
    #expect(unknown?.name == "org.freedesktop.DBus.Error.UnknownMethod")
    #expect(BusConnection(address: "unix:path=/nowhere") == nil)
  }

  @Test("an answer that is not waited for has its call's number, and so has an error")
  func answers() throws {
    let daemon = try PrivateBus()
    let mirror = BusStandIn("org.example.Mirror", on: daemon.address) { $1.last }
    defer { mirror?.end() }
    let bus = try #require(BusConnection(address: daemon.address))
    let given = try bus.send(method, [.int32(7)])
    let refused = try bus.send(method)
    #expect(given != refused)
    var answers: [BusAnswer] = []
    for _ in 0..<100 where answers.count < 2 {
      if let answer = bus.nextMessage(timeoutMilliseconds: 100)?.answer { answers.append(answer) }
    }
    try #require(answers.map(\.number) == [given, refused])
    #expect(answers[0].sender.hasPrefix(":"))
    #expect(try answers[0].result.get() == [.int32(7)])
    let error = #expect(throws: BusError.self) { try answers[1].result.get() }
    #expect(error?.name == "org.freedesktop.DBus.Error.UnknownMethod")
  }

  @Test("a signal reaches its listener, and can be waited for by the descriptor")
  func signals() throws {
    let daemon = try PrivateBus()
    let bus = try #require(BusConnection(address: daemon.address))
    bus.listen(to: "type='signal',member='NameOwnerChanged',arg0='org.example.Crown'")
    let other = try #require(BusConnection(address: daemon.address))
    _ = try other.request(name: "org.example.Crown", isReplacing: false, isReplaceable: false)
    var signal: BusSignal?
    for _ in 0..<100 where signal?.member != "NameOwnerChanged" {
      var ready = pollfd(fd: try #require(bus.descriptor), events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, 100)
      signal = bus.nextMessage(timeoutMilliseconds: 0)?.signal ?? signal
    }
    #expect(signal?.sender == "org.freedesktop.DBus")
    #expect(signal?.path == "/org/freedesktop/DBus")
    #expect(signal?.arguments.first == .string("org.example.Crown"))
  }

  @Test("a dying bus is noticed")
  func death() throws {
    var daemon: PrivateBus? = try PrivateBus()
    let bus = try #require(BusConnection(address: daemon?.address ?? ""))
    #expect(bus.isConnected)
    daemon = nil
    while bus.isConnected, bus.nextMessage(timeoutMilliseconds: 1000) != nil {}
    #expect(!bus.isConnected)
  }

  @Test("a name has one owner, and goes to another if its owner allows it")
  func names() throws {
    let daemon = try PrivateBus()
    let first = try #require(BusConnection(address: daemon.address))
    let second = try #require(BusConnection(address: daemon.address))
    let name = "org.example.Crown"
    #expect(try first.request(name: name, isReplacing: false, isReplaceable: true) == .owned)
    #expect(try second.request(name: name, isReplacing: false, isReplaceable: false) == .taken)
    #expect(try second.request(name: name, isReplacing: true, isReplaceable: false) == .owned)
    var lost: String?
    while lost != name, let message = first.nextMessage(timeoutMilliseconds: 1000) {
      lost = message.lostName
    }
    #expect(lost == name)
    #expect(try first.request(name: name, isReplacing: true, isReplaceable: true) == .taken)
    second.release(name: name)
    #expect(try first.request(name: name, isReplacing: false, isReplaceable: true) == .owned)
  }
}
