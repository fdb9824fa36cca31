// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import TestSupport
import Testing

@Suite(.enabled(if: PrivateBus.daemon != nil, "dbus is not installed"))
struct BusConnectionTests {
  private let method = BusMethod(
    destination: "org.example.Mirror", path: "/a", interface: "org.example.Mirror", member: "Give")

  @Test(
    "what is sent arrives, whatever its type",
    arguments: [
      BusValue.string("größer"), .boolean(true), .int32(-7), .uint32(.max), .int64(.min),
      .uint64(.max),
    ])
  func values(value: BusValue) throws {
    let daemon = try PrivateBus()
    let mirror = BusStandIn("org.example.Mirror", on: daemon.address) { $1.last ?? .boolean(false) }
    defer { mirror?.end() }
    let bus = try #require(BusConnection(address: daemon.address))
    #expect(try bus.call(method, [.int32(1), value]) == [value])
    // A property comes in a variant; the stand-in tells the name that it was asked for.
    let name = try bus.property("Width", of: "org.example.Mirror", path: "/a", interface: "x")
    #expect(name == .string("Width"))
  }

  @Test("who is not there, does not know the call, or has no bus is no answer but an error")
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

  @Test("a bus that dies is noticed")
  func death() throws {
    var daemon: PrivateBus? = try PrivateBus()
    let bus = try #require(BusConnection(address: daemon?.address ?? ""))
    #expect(bus.isConnected)
    daemon = nil
    while bus.isConnected, bus.nextMessage(timeoutMilliseconds: 1000) != nil {}
    #expect(!bus.isConnected)
  }

  @Test("a name has one owner, and goes to another where its owner lets it be taken")
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
