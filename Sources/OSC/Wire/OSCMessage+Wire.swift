// SPDX-License-Identifier: GPL-3.0-or-later
import CLO

/// Messages as bytes, by liblo.
extension OSCMessage {
  /// Reads a message, not a bundle. A fault if the bytes are not a message, or have text that is
  /// not UTF-8, or a blob.
  init(_ bytes: UnsafeRawBufferPointer) throws(OSCFault) {
    guard !Self.hasBlob(bytes) else { throw OSCFault(reason: "Flam accepts no blobs") }
    var failure: Int32 = 0
    guard let start = bytes.baseAddress, bytes.first == UInt8(ascii: "/"),
      let message = lo_message_deserialise(
        UnsafeMutableRawPointer(mutating: start), bytes.count, &failure)
    else { throw OSCFault(reason: "these bytes are not a message of Open Sound Control 1.0") }
    defer { lo_message_free(message) }
    // liblo has found its end.
    let address = start.assumingMemoryBound(to: CChar.self)
    guard let address = String(validatingCString: address),
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw OSCFault(reason: "an address may have printable ASCII letters only") }
    self.init(address, [])
    let count = Int(lo_message_get_argc(message))
    guard count > 0, let types = lo_message_get_types(message),
      let values = lo_message_get_argv(message)
    else { return }
    for place in 0..<count {
      guard
        let argument = Argument(
          type: UInt8(bitPattern: types[place]), values[place].map { UnsafeRawPointer($0) })
      else {
        throw OSCFault(address: address, reason: "its text is not UTF-8")
      }
      arguments.append(argument)
    }
  }

  /// liblo 0.31 reads beyond the end of a message that is cut off where a blob should begin.
  private static func hasBlob(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let addressBytes = (bytes.prefix { $0 != 0 }.count / 4 + 1) * 4
    return bytes.dropFirst(addressBytes).prefix { $0 != 0 }.contains(UInt8(ascii: "b"))
  }

  /// The message in bytes.
  package var bytes: [UInt8] {
    let message = lo_message_new()
    defer { lo_message_free(message) }
    for argument in arguments {
      switch argument {
      case .int(let number): lo_message_add_int32(message, number)
      case .float(let number): lo_message_add_float(message, number)
      case .text(let text): lo_message_add_string(message, text)
      case .other: lo_message_add_nil(message)
      }
    }
    var count = lo_message_length(message, address)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      lo_message_serialise(message, address, buffer.baseAddress, &count)
      filled = count
    }
  }
}

extension OSCMessage.Argument {
  /// The value of a type tag, which may be aligned to four bytes only; nil for text that is not
  /// UTF-8.
  fileprivate init?(type: UInt8, _ value: UnsafeRawPointer?) {
    switch (type, value) {
    case (UInt8(ascii: "i"), let value?): self = .int(value.loadUnaligned(as: Int32.self))
    case (UInt8(ascii: "f"), let value?): self = .float(value.loadUnaligned(as: Float.self))
    case (UInt8(ascii: "h"), let value?): self = .float(Float(value.loadUnaligned(as: Int64.self)))
    case (UInt8(ascii: "d"), let value?): self = .float(Float(value.loadUnaligned(as: Double.self)))
    case (UInt8(ascii: "T"), _): self = .int(1)
    case (UInt8(ascii: "F"), _): self = .int(0)
    case (UInt8(ascii: "s"), let value?), (UInt8(ascii: "S"), let value?):
      guard let text = String(validatingCString: value.assumingMemoryBound(to: CChar.self)) else {
        return nil
      }
      self = .text(text)
    default: self = .other
    }
  }
}
