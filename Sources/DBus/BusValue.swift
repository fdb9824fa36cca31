// SPDX-License-Identifier: GPL-3.0-or-later
import CDBus

/// An argument of a call on the bus, of the types that are used here.
public enum BusValue: Hashable, Sendable {
  case string(String)
  case boolean(Bool)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case bytes([UInt8])
  /// Values of one type; an empty list is sent as a list of texts.
  case list([BusValue])
  /// Values by names, each sent in a variant, as for properties and options.
  case table([String: BusValue])

  /// The value as a number; nil if it is not one.
  public var number: Int? {
    switch self {
    case .string, .bytes, .list, .table: nil
    case .boolean(let value): value ? 1 : 0
    case .int32(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int64(let value): Int(value)
    case .uint64(let value): Int(clamping: value)
    }
  }

  /// The value as a text; nil if it is not one.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The bytes; nil if it has none.
  public var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  /// The values of a list; nil if it is not one.
  public var list: [BusValue]? {
    if case .list(let values) = self { values } else { nil }
  }

  /// The values by their names; nil if it has none.
  public var table: [String: BusValue]? {
    if case .table(let values) = self { values } else { nil }
  }

  /// The code of its type in the D-Bus specification, "Type system".
  var signature: String {
    switch self {
    case .string: "s"
    case .boolean: "b"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .bytes: "ay"
    case .list(let values): "a" + (values.first?.signature ?? "s")
    case .table: "a{sv}"
    }
  }

  private static func type(_ letter: Unicode.Scalar) -> Int32 { Int32(letter.value) }

  /// Appends the value to a message.
  func append(to place: inout DBusMessageIter) {
    func append(_ value: some BitwiseCopyable, as letter: Unicode.Scalar) {
      _ = withUnsafeBytes(of: value) {
        dbus_message_iter_append_basic(&place, Self.type(letter), $0.baseAddress)
      }
    }
    switch self {
    case .string(let text): text.withCString { append($0, as: "s") }
    case .boolean(let value): append(dbus_bool_t(value ? 1 : 0), as: "b")
    case .int32(let value): append(value, as: "i")
    case .uint32(let value): append(value, as: "u")
    case .int64(let value): append(value, as: "x")
    case .uint64(let value): append(value, as: "t")
    case .bytes(let bytes):
      Self.append(to: &place, "a", of: "y") { inside in
        for byte in bytes {
          _ = withUnsafeBytes(of: byte) {
            dbus_message_iter_append_basic(&inside, Self.type("y"), $0.baseAddress)
          }
        }
      }
    case .list(let values):
      Self.append(to: &place, "a", of: String(signature.dropFirst())) { inside in
        for value in values { value.append(to: &inside) }
      }
    case .table(let values):
      Self.append(to: &place, "a", of: "{sv}") { inside in
        for (name, value) in values {
          Self.append(to: &inside, "e", of: nil) { entry in
            BusValue.string(name).append(to: &entry)
            value.appendVariant(to: &entry)
          }
        }
      }
    }
  }

  /// Appends the value in a variant, as for properties.
  func appendVariant(to place: inout DBusMessageIter) {
    Self.append(to: &place, "v", of: signature) { append(to: &$0) }
  }

  private static func append(
    to place: inout DBusMessageIter, _ container: Unicode.Scalar, of signature: String?,
    _ content: (inout DBusMessageIter) -> Void
  ) {
    var inside = DBusMessageIter()
    dbus_message_iter_open_container(&place, type(container), signature, &inside)
    content(&inside)
    dbus_message_iter_close_container(&place, &inside)
  }
}
