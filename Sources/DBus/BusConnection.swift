// SPDX-License-Identifier: GPL-3.0-or-later
import CDBus
import Glibc

/// Our own connection to one of the two message buses: calls, names and answers, by libdbus.
///
/// One thread at a time uses it. Not for the audio thread.
public final class BusConnection: @unchecked Sendable {
  /// Which bus.
  public enum Bus: Hashable, Sendable {
    /// The bus of the machine.
    case system
    /// The bus of the user.
    case session
  }

  /// The result of asking for a name.
  public enum NameOutcome: Hashable, Sendable {
    /// It is ours.
    case owned
    /// Another connection has it and keeps it.
    case taken
  }

  private let handle: OpaquePointer

  /// Connects; nil if there is no such bus. No bus is started.
  public init?(_ bus: Bus) {
    guard bus == .system || Self.hasSessionBus else { return nil }
    dbus_threads_init_default()
    guard
      let handle = dbus_bus_get_private(bus == .system ? DBUS_BUS_SYSTEM : DBUS_BUS_SESSION, nil)
    else { return nil }
    dbus_connection_set_exit_on_disconnect(handle, 0)
    self.handle = handle
  }

  /// Connects to the bus at an address; nil if there is none.
  public init?(address: String) {
    dbus_threads_init_default()
    guard let handle = dbus_connection_open_private(address, nil) else { return nil }
    dbus_connection_set_exit_on_disconnect(handle, 0)
    self.handle = handle
    // From here on the connection is closed together with this object.
    guard dbus_bus_register(handle, nil) != 0 else { return nil }
  }

  deinit {
    dbus_connection_close(handle)
    dbus_connection_unref(handle)
  }

  /// libdbus would start a session bus if it finds none; this prevents that.
  private static var hasSessionBus: Bool {
    if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
    guard let runtime = getenv("XDG_RUNTIME_DIR") else { return false }
    return access(String(cString: runtime) + "/bus", F_OK) == 0
  }

  /// Whether the bus still exists.
  public var isConnected: Bool { dbus_connection_get_is_connected(handle) != 0 }

  /// The descriptor for `poll`: it is readable when something may have arrived. Nil if the bus has
  /// none.
  public var descriptor: Int32? {
    var descriptor: Int32 = -1
    return dbus_connection_get_unix_fd(handle, &descriptor) != 0 ? descriptor : nil
  }

  /// Calls a method without waiting: the answer is one of the next messages.
  ///
  /// - Returns: The call's number, which the answer also has.
  public func send(
    _ method: BusMethod, _ arguments: [BusValue] = []
  ) throws(BusError) -> UInt32 {
    guard let message = Self.message(method, arguments) else { throw .noMemory }
    var number: UInt32 = 0
    guard dbus_connection_send(handle, message.handle, &number) != 0 else { throw .noMemory }
    return number
  }

  /// Asks for the signals that match a rule ("Match Rules" of the D-Bus specification). They are
  /// among the next messages.
  public func listen(to rule: String) {
    dbus_bus_add_match(handle, rule, nil)
    dbus_connection_read_write(handle, 0)
  }

  /// Waits until everything has been sent.
  public func flush() { dbus_connection_flush(handle) }

  /// Calls a method and waits for its result.
  @discardableResult
  public func call(
    _ method: BusMethod, _ arguments: [BusValue] = [], timeoutMilliseconds: Int32 = 1000
  ) throws(BusError) -> [BusValue] {
    guard let message = Self.message(method, arguments) else { throw .noMemory }
    var error = DBusError()
    dbus_error_init(&error)
    let reply = dbus_connection_send_with_reply_and_block(
      handle, message.handle, timeoutMilliseconds, &error)
    guard let reply = BusMessage(reply) else { throw BusError(&error) }
    return reply.arguments
  }

  private static func message(_ method: BusMethod, _ arguments: [BusValue]) -> BusMessage? {
    let message = BusMessage(
      dbus_message_new_method_call(
        method.destination, method.path, method.interface, method.member))
    message?.append(arguments)
    return message
  }

  /// A property of an object.
  public func property(
    _ name: String, of destination: String, path: String, interface: String,
    timeoutMilliseconds: Int32 = 1000
  ) throws(BusError) -> BusValue? {
    try call(
      BusMethod(
        destination: destination, path: path, interface: "org.freedesktop.DBus.Properties",
        member: "Get"), [.string(interface), .string(name)],
      timeoutMilliseconds: timeoutMilliseconds
    ).first
  }

  /// Asks for a name on the bus, without waiting for it to become free.
  ///
  /// - Parameters:
  ///   - isReplacing: Takes it from an owner that allows that.
  ///   - isReplaceable: Allows others to take it from us.
  public func request(
    name: String, isReplacing: Bool, isReplaceable: Bool
  ) throws(BusError) -> NameOutcome {
    var flags = DBUS_NAME_FLAG_DO_NOT_QUEUE
    if isReplacing { flags |= DBUS_NAME_FLAG_REPLACE_EXISTING }
    if isReplaceable { flags |= DBUS_NAME_FLAG_ALLOW_REPLACEMENT }
    var error = DBusError()
    dbus_error_init(&error)
    switch dbus_bus_request_name(handle, name, UInt32(flags), &error) {
    case DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER, DBUS_REQUEST_NAME_REPLY_ALREADY_OWNER:
      return .owned
    case DBUS_REQUEST_NAME_REPLY_EXISTS: return .taken
    default: throw BusError(&error)
    }
  }

  /// Gives a name back.
  public func release(name: String) { dbus_bus_release_name(handle, name, nil) }

  /// The next message for us; waits for it for at most this time. Nil if none came.
  public func nextMessage(timeoutMilliseconds: Int32) -> BusMessage? {
    if let message = BusMessage(dbus_connection_pop_message(handle)) { return message }
    dbus_connection_read_write(handle, timeoutMilliseconds)
    return BusMessage(dbus_connection_pop_message(handle))
  }

  /// Answers a call.
  public func reply(to call: borrowing BusMessage, _ values: BusValue...) {
    guard let reply = BusMessage(dbus_message_new_method_return(call.handle)) else { return }
    reply.append(values)
    send(reply)
  }

  /// Answers a call for a property.
  public func reply(to call: borrowing BusMessage, property: BusValue) {
    guard let reply = BusMessage(dbus_message_new_method_return(call.handle)) else { return }
    reply.append(variant: property)
    send(reply)
  }

  /// Answers an unknown call.
  public func refuse(_ call: borrowing BusMessage) {
    let reply = BusMessage(
      dbus_message_new_error(call.handle, DBUS_ERROR_UNKNOWN_METHOD, "there is no such method"))
    if let reply { send(reply) }
  }

  private func send(_ message: borrowing BusMessage) {
    dbus_connection_send(handle, message.handle, nil)
    dbus_connection_flush(handle)
  }
}
