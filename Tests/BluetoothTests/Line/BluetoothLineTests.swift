// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Glibc
import Storage
import TestSupport
import Testing

@testable import Bluetooth

/// One BlueZ for each test, and a board behind it.
@Suite(.enabled(if: SimulatedBluetooth.isThere, SimulatedBluetooth.lack), .waiting)
struct BluetoothLineTests {
  private static let address = "C4:64:E3:01:02:03"
  private static let nordic =
    """
    6e400001-b5a3-f393-e0a9-e50e24dcca9e 6e400003-b5a3-f393-e0a9-e50e24dcca9e 6e400002-b5a3-f393-e0a9-e50e24dcca9e
    """
  private static let redBear =
    """
    713d0000-503e-4c75-ba94-3148f18d941e 713d0002-503e-4c75-ba94-3148f18d941e 713d0003-503e-4c75-ba94-3148f18d941e
    """
  private static let cheap =
    """
    0000ffe0-0000-1000-8000-00805f9b34fb 0000ffe1-0000-1000-8000-00805f9b34fb 0000ffe1-0000-1000-8000-00805f9b34fb
    """
  private static let cheapService = SerialService(service: BluetoothUUID(rawValue: "ffe0"))

  private let bluetooth: SimulatedBluetooth
  private let end: BoardEnd

  init() throws {
    bluetooth = try SimulatedBluetooth()
    end = try BoardEnd()
  }

  private func addBoard(
    _ uuids: String = nordic, flags: String = "write write-without-response",
    address: String = address, isKnown: Bool = true
  ) throws {
    try bluetooth.call(
      "AddBoard", .string("hci0"), .string(address), .string("FIRMATA"), .string(uuids),
      .string(flags), .string(end.path), .boolean(isKnown))
  }

  private func line(
    _ name: String = "FIRMATA", _ service: SerialService? = nil
  ) throws -> BluetoothLine {
    try BluetoothLine(board: name, service: service, busAddress: bluetooth.address)
  }

  /// Runs at each event until the condition holds.
  private func until(_ line: BluetoothLine, _ holds: () throws -> Bool) throws -> Bool {
    try eventually {
      if try holds() { return true }
      var ready = pollfd(fd: line.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, 10)
      return false
    }
  }

  private func opened(_ line: BluetoothLine) throws {
    try #require(try until(line) { try line.waitsFor() == nil })
  }

  private func refusal(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SystemError)?.description
    }
  }

  @Test(
    "bytes pass both ways, by each service, with and without the radio's answers", .slow,
    arguments: [
      (nordic, "write-without-response"), (nordic, "write"), (redBear, "write-without-response"),
      (cheap, "write write-without-response"),
    ])
  func passes(uuids: String, flags: String) throws {
    try bluetooth.addAdapter()
    try addBoard(uuids, flags: flags)
    let line = try line("FIRMATA", uuids == Self.cheap ? Self.cheapService : nil)
    try opened(line)
    let sent = (0..<1000).map { UInt8($0 % 128) }
    #expect(try line.write(sent) == sent.count)
    var heard: [UInt8] = []
    #expect(
      try until(line) {
        _ = try line.read()
        heard += end.read(4096)
        return heard.count >= sent.count
      })
    #expect(heard == sent)
    end.write(sent)
    var received: [UInt8] = []
    #expect(
      try until(line) {
        received += try line.read()
        return received.count >= sent.count
      })
    #expect(received == sent)
  }

  @Test("a board that is not known is scanned for, and found by its address too")
  func scans() throws {
    try bluetooth.addAdapter()
    try addBoard(isKnown: false)
    let line = try line(Self.address.lowercased())
    try opened(line)
    end.write([1, 2, 3])
    #expect(try until(line) { try line.read() == [1, 2, 3] })
  }

  @Test("waiting bytes are sent before the board is let go")
  func parts() throws {
    try bluetooth.addAdapter()
    try addBoard(flags: "write")
    let line = try line()
    try opened(line)
    let last = [UInt8](repeating: 7, count: 300)
    _ = try line.write(last)
    line.part()
    var heard: [UInt8] = []
    #expect(
      try until(line) {
        heard += end.read(4096)
        return heard.count >= last.count
      })
    #expect(heard == last)
    #expect(try until(line) { refusal { _ = try line.read() } == "the board is gone" })
  }

  @Test("a line is gone if its board or BlueZ is gone")
  func losses() throws {
    try bluetooth.addAdapter()
    try addBoard()
    let first = try line()
    try opened(first)
    try bluetooth.call("LoseBoard", .string(Self.address))
    #expect(try until(first) { refusal { _ = try first.read() } == "the board is gone" })
    let second = try line()
    try opened(second)
    bluetooth.end()
    #expect(
      try until(second) {
        refusal { _ = try second.read() } == "BlueZ, the Bluetooth service, has ended"
      })
    let third = try line()
    #expect(
      try until(third) {
        refusal { _ = try third.waitsFor() }?.contains("sudo apt-get install bluez") == true
      })
  }

  @Test("a missing part is reported with the line that helps")
  func refusals() throws {
    func received(_ expected: String, _ service: SerialService? = nil) throws {
      let line = try line("FIRMATA", service)
      var reason: String?
      #expect(
        try until(line) {
          var step: String?
          reason = refusal { step = try line.waitsFor() } ?? step
          return reason?.contains(expected) == true
        }, "\(reason ?? "nothing")")
    }
    try received("no Bluetooth adapter")
    try bluetooth.addAdapter()
    try received("it is not around")
    try bluetooth.call("SetPowered", .string("hci0"), .boolean(false))
    try received("run 'bluetoothctl power on'")
    try bluetooth.call("SetPowered", .string("hci0"), .boolean(true))
    try addBoard()
    for (method, name, words, expected) in [
      ("Connect", "org.bluez.Error.Failed", "le-connection-abort-by-local", "BlueZ says 'le-conn"),
      ("StartNotify", "org.bluez.Error.NotPaired", "", "'bluetoothctl pair \(Self.address)'"),
      ("Connect", "org.freedesktop.DBus.Error.AccessDenied", "", "sudo usermod -aG bluetooth"),
    ] {
      try bluetooth.call("LoseBoard", .string(Self.address))
      try bluetooth.call(
        "RefuseNext", .string(Self.address), .string(method), .string(name), .string(words))
      try received(expected)
    }
    try received(
      "no serial service that is known", Self.cheapService)
    try addBoard(address: "C4:64:E3:01:02:04")
    try received("name one by its address: C4:64:E3:01:02:03, C4:64:E3:01:02:04")
    #expect(
      refusal {
        _ = try BluetoothLine(board: "FIRMATA", busAddress: "unix:path=/nowhere")
      }?.contains("message bus") == true)
  }

  @Test("known boards are listed without a scan, nearby ones with a scan, none without either")
  func lists() throws {
    #expect(BluetoothBoard.known(busAddress: "unix:path=/nowhere").isEmpty)
    #expect(BluetoothBoard.known(busAddress: bluetooth.address).isEmpty)
    try bluetooth.addAdapter()
    try bluetooth.call(
      "AddDevice", .string("hci0"), .string("11:22:33:44:55:66"), .string("earphones"))
    try addBoard(isKnown: false)
    #expect(BluetoothBoard.known(busAddress: bluetooth.address).isEmpty)
    let board = BluetoothBoard(name: "FIRMATA", address: Self.address)
    #expect(try BluetoothBoard.around(seconds: 0, busAddress: bluetooth.address) == [board])
    #expect(BluetoothBoard.known(busAddress: bluetooth.address) == [board])
  }

  @Test("a board that accepts nothing is distinguished from a slow one")
  func stuck() throws {
    try bluetooth.addAdapter()
    try addBoard()
    let line = try line()
    #expect(
      refusal { for _ in 0..<20 { _ = try line.write([UInt8](repeating: 0, count: 1000)) } }
        == "the board accepts nothing any more")
  }
}

/// A program that has BlueZ's name but is not BlueZ.
@Suite(.enabled(if: PrivateBus.daemon != nil, "dbus is not installed"), .waiting)
struct StrangeBlueZTests {
  /// What a line waits for, or why it cannot be opened.
  private func received(by line: BluetoothLine) -> String {
    do { return try line.waitsFor() ?? "" } catch { return error.description }
  }

  @Test(
    "an answer that makes no sense is no adapter",
    arguments: [
      BusValue.string("x"), .uint64(.max), .bytes([0]), .list([]), .table([:]),
      .table(["/": .table([BlueZ.adapter: .string("on")])]), .table(["/": .list([.boolean(true)])]),
    ])
  func nonsense(answer: BusValue) throws {
    let daemon = try PrivateBus()
    let stranger = BusStandIn(BlueZ.name, on: daemon.address) { _, _ in answer }
    defer { stranger?.end() }
    let line = try BluetoothLine(board: "FIRMATA", busAddress: daemon.address)
    var received = ""
    let isRefused = eventually {
      received = self.received(by: line)
      return ["no Bluetooth adapter", "is switched off"].contains { received.contains($0) }
    }
    #expect(isRefused, "\(received)")
    #expect(BluetoothBoard.known(busAddress: daemon.address).isEmpty)
  }

  @Test("an adapter that does not answer is waited for, and delays nothing")
  func silence() throws {
    let daemon = try PrivateBus()
    let mute = try #require(BusConnection(address: daemon.address))
    _ = try mute.request(name: BlueZ.name, isReplacing: false, isReplaceable: false)
    let line = try BluetoothLine(board: "FIRMATA", busAddress: daemon.address)
    // It has been asked.
    #expect(eventually { mute.nextMessage(timeoutMilliseconds: 10)?.call != nil })
    #expect(received(by: line) == BlueZRefusal.silence)
  }
}
