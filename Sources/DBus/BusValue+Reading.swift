// SPDX-License-Identifier: GPL-3.0-or-later
import CDBus

extension BusValue {
  /// The value at a place of a message, or in a variant there; nil if it has another type. The bus
  /// passes nothing that is nested deeper than 64 levels.
  static func read(_ place: inout DBusMessageIter) -> BusValue? {
    func read<Value: BitwiseCopyable>(_ value: Value) -> Value {
      var value = value
      dbus_message_iter_get_basic(&place, &value)
      return value
    }
    switch type(at: &place) {
    case "s", "o":
      return read(UnsafePointer<CChar>?.none).map { .string(String(cString: $0)) }
    case "b": return .boolean(read(dbus_bool_t(0)) != 0)
    case "i": return .int32(read(0))
    case "u": return .uint32(read(0))
    case "x": return .int64(read(0))
    case "t": return .uint64(read(0))
    case "v":
      var inside = DBusMessageIter()
      dbus_message_iter_recurse(&place, &inside)
      return Self.read(&inside)
    case "a": return readArray(&place)
    default: return nil
    }
  }

  /// The remaining values from a place on, without those of other types.
  static func readAll(_ place: inout DBusMessageIter) -> [BusValue] {
    var values: [BusValue] = []
    while type(at: &place) != end {
      if let value = read(&place) { values.append(value) }
      dbus_message_iter_next(&place)
    }
    return values
  }

  /// The place after the last value.
  private static let end: Unicode.Scalar = "\0"

  private static func type(at place: inout DBusMessageIter) -> Unicode.Scalar? {
    Unicode.Scalar(UInt32(dbus_message_iter_get_arg_type(&place)))
  }

  private static func readArray(_ place: inout DBusMessageIter) -> BusValue {
    let element = Unicode.Scalar(UInt32(dbus_message_iter_get_element_type(&place)))
    var inside = DBusMessageIter()
    dbus_message_iter_recurse(&place, &inside)
    switch element {
    case "y":
      var bytes: UnsafePointer<UInt8>?
      var count: Int32 = 0
      dbus_message_iter_get_fixed_array(&inside, &bytes, &count)
      return .bytes(Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
    case "e":
      var values: [String: BusValue] = [:]
      while type(at: &inside) != end {
        var entry = DBusMessageIter()
        dbus_message_iter_recurse(&inside, &entry)
        let name = read(&entry)?.text
        dbus_message_iter_next(&entry)
        if let name, let value = read(&entry) { values[name] = value }
        dbus_message_iter_next(&inside)
      }
      return .table(values)
    default: return .list(readAll(&inside))
    }
  }
}
