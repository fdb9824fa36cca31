// SPDX-License-Identifier: GPL-3.0-or-later

/// The first bytes of messages, and the numbers of system-exclusive ones, under the protocol's
/// names.
enum FirmataWire {
  static let digital: UInt8 = 0x90
  static let reportAnalog: UInt8 = 0xC0
  static let reportDigital: UInt8 = 0xD0
  static let analog: UInt8 = 0xE0
  static let startSysex: UInt8 = 0xF0
  static let setPinMode: UInt8 = 0xF4
  static let setDigitalPin: UInt8 = 0xF5
  static let endSysex: UInt8 = 0xF7
  static let version: UInt8 = 0xF9
  static let reset: UInt8 = 0xFF

  static let hit: UInt8 = 0x01
  static let keepAlive: UInt8 = 0x02
  static let setting: UInt8 = 0x03
  static let maximumOnTime: UInt8 = 0x04
  static let analogMappingQuery: UInt8 = 0x69
  static let analogMapping: UInt8 = 0x6A
  static let capabilityQuery: UInt8 = 0x6B
  static let capabilities: UInt8 = 0x6C
  static let pinStateQuery: UInt8 = 0x6D
  static let pinState: UInt8 = 0x6E
  static let extendedAnalog: UInt8 = 0x6F
  static let servoConfig: UInt8 = 0x70
  static let string: UInt8 = 0x71
  static let firmware: UInt8 = 0x79
  static let samplingInterval: UInt8 = 0x7A

  /// Ends a pin's list of modes; also means a pin without an analog channel.
  static let none: UInt8 = 0x7F
  /// A byte of data has its highest bit clear.
  static func isData(_ byte: UInt8) -> Bool { byte < 0x80 }
}
