// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

/// BlueZ on the system's bus, as its `doc/*-api.txt` describe it.
enum BlueZ {
  static let name = "org.bluez"
  static let adapter = "org.bluez.Adapter1"
  static let device = "org.bluez.Device1"
  static let service = "org.bluez.GattService1"
  static let characteristic = "org.bluez.GattCharacteristic1"
  static let objectManager = "org.freedesktop.DBus.ObjectManager"
  static let properties = "org.freedesktop.DBus.Properties"
  static let bus = "org.freedesktop.DBus"

  /// All of its objects.
  static let objects = method("/", objectManager, "GetManagedObjects")

  /// The signals to receive, and when it starts or ends.
  static let rules = [
    "type='signal',sender='\(name)'",
    "type='signal',sender='\(bus)',member='NameOwnerChanged',arg0='\(name)'",
  ]

  static func method(_ path: String, _ interface: String, _ member: String) -> BusMethod {
    BusMethod(destination: name, path: path, interface: interface, member: member)
  }

  /// The system's bus, or the bus at an address.
  static func connection(_ address: String?) -> BusConnection? {
    address.map { BusConnection(address: $0) } ?? BusConnection(.system)
  }
}
