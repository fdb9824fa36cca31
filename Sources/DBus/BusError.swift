// SPDX-License-Identifier: GPL-3.0-or-later
import CDBus

/// Why a call on the bus failed.
public struct BusError: Error, Hashable, Sendable {
  /// The error's name on the bus, "org.freedesktop.DBus.Error.NoReply".
  public let name: String
  /// The message of the called program.
  public let reason: String

  init(_ error: inout DBusError) {
    name = error.name.map { String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed"
    reason = error.message.map { String(cString: $0) } ?? "no reason is given"
    dbus_error_free(&error)
  }

  /// There is no memory for a message.
  static let noMemory: BusError = {
    var error = DBusError()
    dbus_error_init(&error)
    return BusError(&error)
  }()
}
