// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import TestSupport
import Testing

@testable import AudioIO

@Suite(.enabled(if: PrivateBus.daemon != nil, "dbus is not installed"), .waiting)
struct DeviceReservationTests {
  private let name = ReservationName(card: 3)
  private let daemon: PrivateBus
  private let ours: BusConnection
  private let theirs: BusConnection

  init() throws {
    daemon = try PrivateBus()
    ours = try #require(BusConnection(address: daemon.address))
    theirs = try #require(BusConnection(address: daemon.address))
  }

  private static let requestRelease = BusMethod(
    destination: "org.freedesktop.ReserveDevice1.Audio3",
    path: "/org/freedesktop/ReserveDevice1/Audio3",
    interface: "org.freedesktop.ReserveDevice1", member: "RequestRelease")

  /// How we introduce ourselves.
  private func property(_ name: String) throws -> BusValue? {
    try theirs.property(
      name, of: self.name.busName, path: self.name.path, interface: ReservationName.interface,
      timeoutMilliseconds: FarLimit.milliseconds)
  }

  /// The answer to a call of theirs that has come by now; nil if none has.
  private func answer(to number: UInt32) throws -> BusValue? {
    while let message = theirs.nextMessage(timeoutMilliseconds: 0) {
      if let answer = message.answer, answer.number == number {
        return try answer.result.get().first
      }
    }
    return nil
  }

  @Test("we take a free card and give our name; a request of no higher priority is refused")
  func kept() throws {
    #expect(name.take(on: ours) == .owned)
    let responder = ReservationResponder(name: name, device: "hw:CARD=USB", bus: ours)
    responder.open()
    #expect(try property("Priority") == .int32(20))
    #expect(try property("ApplicationName") == .string("Flam"))
    #expect(try property("ApplicationDeviceName") == .string("hw:CARD=USB"))
    let refused = try theirs.call(
      Self.requestRelease, [.int32(20)], timeoutMilliseconds: FarLimit.milliseconds)
    #expect(refused == [.boolean(false)])
    #expect(name.take(on: theirs) == .refused(by: "Flam"))
    #expect(!responder.isAskedFor)
    responder.close()
    #expect(name.take(on: theirs) == .owned)
  }

  @Test("a request of higher priority gets the card, but only after its streams are closed")
  func handedOver() throws {
    #expect(name.take(on: ours) == .owned)
    let responder = ReservationResponder(name: name, device: "hw:CARD=USB", bus: ours)
    responder.open()
    let asked = try theirs.send(Self.requestRelease, [.int32(21)])
    theirs.flush()
    #expect(eventually { responder.isAskedFor })
    // Answers come in the order of the calls: an answer to the first would come before that to the
    // second.
    #expect(try property("Priority") == .int32(20))
    #expect(try answer(to: asked) == nil)
    responder.close()
    #expect(try eventually { try answer(to: asked) == .boolean(true) })
    #expect(name.take(on: theirs) == .owned)
  }

  @Test("a program that takes the card without asking is noticed")
  func taken() async throws {
    #expect(name.take(on: ours) == .owned)
    let responder = ReservationResponder(name: name, device: "hw:CARD=USB", bus: ours)
    responder.open()
    #expect(!responder.isAskedFor)
    _ = try theirs.request(name: name.busName, isReplacing: true, isReplaceable: false)
    #expect(eventually { responder.isAskedFor })
    responder.close()
  }

  @Test("a sound server that gives way is asked with our priority; one that does not is named")
  func asked() throws {
    let asked = BusStandIn(name.busName, on: daemon.address) { call, arguments in
      call.member == "Get" ? .string("PipeWire") : .boolean(arguments == [.int32(20)])
    }
    #expect(name.take(on: ours) == .owned)
    asked?.end()
    let other = ReservationName(card: 4)
    let stubborn = BusStandIn(other.busName, on: daemon.address) { call, _ in
      call.member == "Get" ? .string("PipeWire") : .boolean(false)
    }
    #expect(other.take(on: ours) == .refused(by: "PipeWire"))
    stubborn?.end()
  }

  @Test("names of devices that are no card, or of missing cards, reserve nothing")
  func names() {
    for device in ["default", "pipewire", "hw:CARD=NoSuchCard", "dmix:CARD=PCH", "hw:"] {
      #expect(DeviceReservation.card(namedBy: device) == nil)
    }
  }
}
