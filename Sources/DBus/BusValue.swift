// SPDX-License-Identifier: GPL-3.0-or-later
import CDBus

/// An argument of a call on the bus, of the types that we meet.
public enum BusValue: Hashable, Sendable {
  case string(String)
  case boolean(Bool)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)

  /// The value as a number; nil for a text.
  public var number: Int? {
    switch self {
    case .string: nil
    case .boolean(let value): value ? 1 : 0
    case .int32(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int64(let value): Int(value)
    case .uint64(let value): Int(clamping: value)
    }
  }

  /// The value as a text; nil for a number.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The letter that stands for its type in the D-Bus specification, "Type system".
  var type: Int32 {
    switch self {
    case .string: Self.type("s")
    case .boolean: Self.type("b")
    case .int32: Self.type("i")
    case .uint32: Self.type("u")
    case .int64: Self.type("x")
    case .uint64: Self.type("t")
    }
  }

  private static func type(_ letter: Unicode.Scalar) -> Int32 { Int32(letter.value) }

  /// Appends the value to a message.
  func append(to place: inout DBusMessageIter) {
    func append(_ value: some BitwiseCopyable) {
      _ = withUnsafeBytes(of: value) {
        dbus_message_iter_append_basic(&place, type, $0.baseAddress)
      }
    }
    switch self {
    case .string(let text): text.withCString { append($0) }
    case .boolean(let value): append(dbus_bool_t(value ? 1 : 0))
    case .int32(let value): append(value)
    case .uint32(let value): append(value)
    case .int64(let value): append(value)
    case .uint64(let value): append(value)
    }
  }

  /// Appends the value in a variant, as properties are told.
  func appendVariant(to place: inout DBusMessageIter) {
    var inside = DBusMessageIter()
    let signature = String(Unicode.Scalar(UInt8(type)))
    dbus_message_iter_open_container(&place, Self.type("v"), signature, &inside)
    append(to: &inside)
    dbus_message_iter_close_container(&place, &inside)
  }

  /// The value at a place of a message, or in a variant there; nil where it is of another type.
  static func read(_ place: inout DBusMessageIter) -> BusValue? {
    func read<Value: BitwiseCopyable>(_ value: Value) -> Value {
      var value = value
      dbus_message_iter_get_basic(&place, &value)
      return value
    }
    switch dbus_message_iter_get_arg_type(&place) {
    case type("s"), type("o"):
      return read(UnsafePointer<CChar>?.none).map { .string(String(cString: $0)) }
    case type("b"): return .boolean(read(dbus_bool_t(0)) != 0)
    case type("i"): return .int32(read(0))
    case type("u"): return .uint32(read(0))
    case type("x"): return .int64(read(0))
    case type("t"): return .uint64(read(0))
    case type("v"):
      var inside = DBusMessageIter()
      dbus_message_iter_recurse(&place, &inside)
      return Self.read(&inside)
    default: return nil
    }
  }
}
