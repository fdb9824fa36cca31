// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns bytes into messages, one byte at a time, wherever the bytes are split.
///
/// Bytes outside of messages are skipped and counted; decoding resumes at the next byte that can
/// begin a message. It holds 4096 bytes at most.
public struct FirmataDecoder: Sendable {
  /// The sender of the bytes: a version query and its answer begin with the same byte.
  public enum Sender: Sendable {
    /// The board sends; a host decodes.
    case board
    /// The host sends; a board decodes.
    case host
  }

  /// A longer system-exclusive message is skipped. Our longest, a Mega's modes, has about 1000
  /// bytes.
  public static let maximumSysexBytes = 4096

  /// The number of bytes that were no part of a message.
  public private(set) var discardedByteCount = 0

  private enum Place {
    case outside
    /// After the first byte of a message with so many bytes of data.
    case inside(command: UInt8, dataCount: Int)
    case sysex
    /// In a system-exclusive message that is too long.
    case tooLong
  }
  private let sender: Sender
  private var place = Place.outside
  private var data: [UInt8] = []

  /// A decoder without any bytes yet.
  public init(from sender: Sender) { self.sender = sender }

  /// Adds a byte.
  ///
  /// - Returns: The message that ends with it.
  public mutating func decode(_ byte: UInt8) -> FirmataMessage? {
    FirmataWire.isData(byte) ? take(data: byte) : take(status: byte)
  }

  /// Adds bytes.
  ///
  /// - Returns: The messages that end within them.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [FirmataMessage] {
    bytes.compactMap { decode($0) }
  }

  private mutating func take(data byte: UInt8) -> FirmataMessage? {
    switch place {
    case .outside, .tooLong:
      discardedByteCount += 1
    case .sysex:
      data.append(byte)
      if data.count > Self.maximumSysexBytes {
        // The first byte of the message counts too.
        discardedByteCount += data.count + 1
        data.removeAll(keepingCapacity: true)
        place = .tooLong
      }
    case .inside(let command, let dataCount):
      data.append(byte)
      if data.count == dataCount {
        let message = FirmataMessage(command: command, data: data)
        finish(keeps: true)
        return message
      }
    }
    return nil
  }

  private mutating func take(status byte: UInt8) -> FirmataMessage? {
    if byte == FirmataWire.endSysex { return endSysex() }
    // The message before is incomplete.
    finish(keeps: false)
    switch byte {
    case FirmataWire.startSysex:
      place = .sysex
    case FirmataWire.reset:
      return .reset
    case FirmataWire.version where sender == .host:
      return .versionQuery
    default:
      if let count = Self.dataCount(of: byte) {
        place = .inside(command: byte, dataCount: count)
      } else {
        discardedByteCount += 1
      }
    }
    return nil
  }

  private mutating func endSysex() -> FirmataMessage? {
    guard case .sysex = place else {
      finish(keeps: false)
      discardedByteCount += 1
      return nil
    }
    let message = FirmataMessage(sysex: data)
    finish(keeps: message != nil)
    if message == nil { discardedByteCount += 1 }
    return message
  }

  private mutating func finish(keeps: Bool) {
    switch place {
    case .inside, .sysex: if !keeps { discardedByteCount += data.count + 1 }
    case .outside, .tooLong: break
    }
    data.removeAll(keepingCapacity: true)
    place = .outside
  }

  /// The number of data bytes after this byte; nil if it begins no message.
  private static func dataCount(of status: UInt8) -> Int? {
    switch status {
    case FirmataWire.setPinMode, FirmataWire.setDigitalPin, FirmataWire.version: return 2
    default: break
    }
    switch status & 0xF0 {
    case FirmataWire.digital, FirmataWire.analog: return 2
    case FirmataWire.reportAnalog, FirmataWire.reportDigital: return 1
    default: return nil
    }
  }
}
