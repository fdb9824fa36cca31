// SPDX-License-Identifier: GPL-3.0-or-later
import CDBus

/// A method of an object on the bus.
public struct BusMethod: Hashable, Sendable {
  /// The owner of the object: a name on the bus.
  public var destination: String
  /// The object.
  public var path: String
  /// The interface to which the method belongs.
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

/// The answer to a call.
public struct BusAnswer: Sendable {
  /// The call's number.
  public let number: UInt32
  /// The answering connection, by the name that the bus gave it, ":1.7".
  public let sender: String
  /// The result of the call.
  public let result: Result<[BusValue], BusError>
}

/// A signal of an object.
public struct BusSignal: Hashable, Sendable {
  /// The sender, by its name on the bus, ":1.7".
  public let sender: String
  /// The object.
  public let path: String
  /// The interface to which the signal belongs.
  public let interface: String
  /// The signal's name.
  public let member: String
  /// The arguments.
  public let arguments: [BusValue]
}

/// A message of the bus, to send or to read.
public struct BusMessage: ~Copyable {
  let handle: OpaquePointer

  /// Takes over a message.
  init?(_ handle: OpaquePointer?) {
    guard let handle else { return nil }
    self.handle = handle
  }

  deinit { dbus_message_unref(handle) }

  /// The called method if the message is a call; otherwise nil.
  public var call: BusMethod? {
    guard dbus_message_get_type(handle) == DBUS_MESSAGE_TYPE_METHOD_CALL else { return nil }
    return BusMethod(
      destination: Self.text(dbus_message_get_destination(handle)),
      path: Self.text(dbus_message_get_path(handle)),
      interface: Self.text(dbus_message_get_interface(handle)),
      member: Self.text(dbus_message_get_member(handle)))
  }

  /// The name that was just taken from us, if the message says that; otherwise nil.
  public var lostName: String? {
    dbus_message_is_signal(handle, "org.freedesktop.DBus", "NameLost") == 0
      ? nil : arguments.first?.text
  }

  /// The answer to one of our calls, with the number from ``BusConnection/send(_:_:)``; nil if it
  /// is something else.
  public var answer: BusAnswer? {
    let type = dbus_message_get_type(handle)
    guard type == DBUS_MESSAGE_TYPE_METHOD_RETURN || type == DBUS_MESSAGE_TYPE_ERROR else {
      return nil
    }
    let number = dbus_message_get_reply_serial(handle)
    guard type == DBUS_MESSAGE_TYPE_ERROR else {
      return BusAnswer(number: number, sender: sender, result: .success(arguments))
    }
    var error = DBusError()
    dbus_error_init(&error)
    dbus_set_error_from_message(&error, handle)
    return BusAnswer(number: number, sender: sender, result: .failure(BusError(&error)))
  }

  /// The signal; nil if the message is something else.
  public var signal: BusSignal? {
    guard dbus_message_get_type(handle) == DBUS_MESSAGE_TYPE_SIGNAL else { return nil }
    return BusSignal(
      sender: sender, path: Self.text(dbus_message_get_path(handle)),
      interface: Self.text(dbus_message_get_interface(handle)),
      member: Self.text(dbus_message_get_member(handle)), arguments: arguments)
  }

  private var sender: String { Self.text(dbus_message_get_sender(handle)) }

  private static func text(_ letters: UnsafePointer<CChar>?) -> String {
    letters.map { String(cString: $0) } ?? ""
  }

  /// Its arguments, without those of unknown types.
  public var arguments: [BusValue] {
    var place = DBusMessageIter()
    guard dbus_message_iter_init(handle, &place) != 0 else { return [] }
    return BusValue.readAll(&place)
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
