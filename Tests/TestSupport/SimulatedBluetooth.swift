// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Foundation
import Glibc
import Simulation
import Testing

/// BlueZ without radio, on a bus of its own: python-dbusmock's, with boards whose other end is a pseudo-terminal.
public final class SimulatedBluetooth {
  /// Whether it is available here.
  public static let isThere =
    PrivateBus.daemon != nil
    && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/dbusmock")
  /// The message if it is not.
  public static let lack: Comment = "python3-dbusmock is not installed; run 'tools/setup test'"

  /// The address of the bus.
  public var address: String { daemon.address }
  private let daemon: PrivateBus
  private let process: ChildProcess
  private let bus: BusConnection

  private struct NoAnswer: Error {}

  /// Starts it, without adapter or board, and waits until it is there.
  public init() throws {
    daemon = try PrivateBus()
    guard let bus = BusConnection(address: daemon.address) else { throw NoAnswer() }
    self.bus = bus
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    // Debian's Python, for which python3-dbusmock is installed.
    process = try ChildProcess(
      "/usr/bin/python3",
      ["-m", "dbusmock", "--template", root.appending(path: "tools/pads/bluetooth_board.py").path],
      environment: [
        "DBUS_SYSTEM_BUS_ADDRESS": daemon.address, "PYTHONDONTWRITEBYTECODE": "1",
      ], errors: .descriptor(STDERR_FILENO))
    let isThere = try eventually(lookingEachMicroseconds: 10_000) {
      try isRunning && (try? call("GetCalls", of: "org.freedesktop.DBus.Mock")) != nil
    }
    guard isThere else { throw NoAnswer() }
  }

  deinit { end() }

  /// The bus knows it.
  private var isRunning: Bool {
    get throws {
      let asked = BusMethod(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus", member: "NameHasOwner")
      return try bus.call(asked, [.string("org.bluez")]) == [.boolean(true)]
    }
  }

  /// Has BlueZ end, as if it had been killed, and waits until the bus knows it.
  public func end() {
    guard process.isRunning else { return }
    process.send(SIGKILL)
    process.wait()
    _ = eventually { (try? isRunning) == false }
  }

  /// Adds an adapter, "hci0", that is on.
  public func addAdapter(_ name: String = "hci0") throws {
    try call("AddAdapter", .string(name), .string("a machine"))
  }

  /// Calls a method of `tools/pads/bluetooth_board.py`, or of a class that it uses.
  @discardableResult
  public func call(
    _ member: String, of interface: String = "org.bluez.Mock", _ arguments: BusValue...
  ) throws -> [BusValue] {
    try bus.call(
      BusMethod(destination: "org.bluez", path: "/", interface: interface, member: member),
      arguments, timeoutMilliseconds: FarLimit.milliseconds)
  }
}
