// SPDX-License-Identifier: GPL-3.0-or-later
import CDBus

/// A method of an object on the bus.
public struct BusMethod: Hashable, Sendable {
  /// Who has the object: a name on the bus.
  public var destination: String
  /// Which object it is.
  public var path: String
  /// Which of its interfaces the method belongs to.
  public var interface: String
  /// The method's name.
  public var member: String

  /// The method of that name.
  public init(destination: String, path: String, interface: String, member: String) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
  }
}

/// A message of the bus, ours to send or to read.
public struct BusMessage: ~Copyable {
  let handle: OpaquePointer

  /// Takes over a message.
  init?(_ handle: OpaquePointer?) {
    guard let handle else { return nil }
    self.handle = handle
  }

  deinit { dbus_message_unref(handle) }

  /// What is called, where the message is a call; nil where it is something else.
  public var call: BusMethod? {
    guard dbus_message_get_type(handle) == DBUS_MESSAGE_TYPE_METHOD_CALL else { return nil }
    func text(_ letters: UnsafePointer<CChar>?) -> String {
      letters.map { String(cString: $0) } ?? ""
    }
    return BusMethod(
      destination: text(dbus_message_get_destination(handle)),
      path: text(dbus_message_get_path(handle)),
      interface: text(dbus_message_get_interface(handle)),
      member: text(dbus_message_get_member(handle)))
  }

  /// The name that was just taken from us, where the message says that; nil where it is something else.
  public var lostName: String? {
    dbus_message_is_signal(handle, "org.freedesktop.DBus", "NameLost") == 0
      ? nil : arguments.first?.text
  }

  /// Its arguments, as far as they are of types that we know.
  public var arguments: [BusValue] {
    var place = DBusMessageIter()
    guard dbus_message_iter_init(handle, &place) != 0 else { return [] }
    var values: [BusValue] = []
    repeat {
      BusValue.read(&place).map { values.append($0) }
    } while dbus_message_iter_next(&place)
      != 0
    return values
  }

  func append(_ arguments: [BusValue]) {
    var place = DBusMessageIter()
    dbus_message_iter_init_append(handle, &place)
    for argument in arguments { argument.append(to: &place) }
  }

  func append(variant: BusValue) {
    var place = DBusMessageIter()
    dbus_message_iter_init_append(handle, &place)
    variant.appendVariant(to: &place)
  }
}
