// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Glibc
import Realtime
import Storage

extension BluetoothBoard {
  private static let answerMilliseconds: Int32 = 1000

  /// The boards with a serial service that BlueZ already knows, sorted by name. This neither scans
  /// nor starts BlueZ; without BlueZ there are no boards.
  ///
  /// - Parameter busAddress: The bus with BlueZ; nil for the system's bus.
  public static func known(busAddress: String? = nil) -> [BluetoothBoard] {
    guard let bus = BlueZ.connection(busAddress) else { return [] }
    let runs = BusMethod(
      destination: BlueZ.bus, path: "/org/freedesktop/DBus", interface: BlueZ.bus,
      member: "NameHasOwner")
    guard (try? bus.call(runs, [.string(BlueZ.name)])) == [.boolean(true)] else { return [] }
    return (try? listed(bus)) ?? []
  }

  /// Scans for so long, and lists the boards that BlueZ knows then.
  ///
  /// - Throws: If there is no Bluetooth, with advice.
  public static func around(
    seconds: Double, busAddress: String? = nil
  ) throws(SystemError) -> [BluetoothBoard] {
    guard let bus = BlueZ.connection(busAddress) else { throw BlueZRefusal.noBus }
    guard let adapter = try objects(bus).adapters().first else { return [] }
    do throws(BusError) {
      try bus.call(
        BlueZ.method(adapter, BlueZ.adapter, "SetDiscoveryFilter"),
        [.table(["Transport": .string("le")])])
      try bus.call(BlueZ.method(adapter, BlueZ.adapter, "StartDiscovery"))
    } catch {
      throw BlueZRefusal.words(error)
    }
    // The scan ends with the connection to the bus.
    MonotonicClock.sleep(microseconds: Int(seconds * 1e6))
    return try listed(bus)
  }

  private static func listed(_ bus: BusConnection) throws(SystemError) -> [BluetoothBoard] {
    let serial = Set(SerialService.known.compactMap(\.service))
    let boards = try objects(bus).devices().filter { !serial.isDisjoint(with: $0.services) }
    return Set(boards.map(\.board)).sorted { ($0.name, $0.address) < ($1.name, $1.address) }
  }

  private static func objects(_ bus: BusConnection) throws(SystemError) -> BlueZObjects {
    do throws(BusError) {
      return BlueZObjects(
        try bus.call(BlueZ.objects, timeoutMilliseconds: answerMilliseconds))
    } catch {
      throw BlueZRefusal.words(error)
    }
  }
}
