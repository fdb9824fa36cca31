// SPDX-License-Identifier: GPL-3.0-or-later

extension FirmataMessage {
  /// The message with this first byte and these data bytes.
  init(command: UInt8, data: [UInt8]) {
    let low = command & 0x0F
    switch command {
    case FirmataWire.setPinMode:
      self = .pinMode(pin: data[0], mode: PinMode(rawValue: data[1]))
    case FirmataWire.setDigitalPin:
      self = .digitalPin(pin: data[0], isHigh: data[1] != 0)
    case FirmataWire.version:
      self = .version(major: data[0], minor: data[1])
    default:
      switch command & 0xF0 {
      case FirmataWire.digital:
        self = .digitalPort(port: low, bits: data[0] | (data[1] & 1) << 7)
      case FirmataWire.analog:
        self = .analog(channel: low, value: UInt16(lowFirst: data[0], data[1]))
      case FirmataWire.reportAnalog:
        self = .reportAnalog(channel: low, isOn: data[0] != 0)
      default:
        self = .reportDigital(port: low, isOn: data[0] != 0)
      }
    }
  }

  /// The message between the first and the last byte of a system-exclusive message; nil if it is
  /// malformed.
  init?(sysex: [UInt8]) {
    guard let id = sysex.first else { return nil }
    let data = sysex.dropFirst()
    let count = data.count
    func byte(_ index: Int) -> UInt8 { sysex[1 + index] }
    switch id {
    case FirmataWire.hit, FirmataWire.keepAlive, FirmataWire.setting, FirmataWire.maximumOnTime:
      guard let message = PadMessage(id: id, data: Array(data)) else { return nil }
      self = .pads(message)
    case FirmataWire.firmware where count == 0:
      self = .firmwareQuery
    case FirmataWire.firmware:
      guard count >= 2, let name = String(firmata: data.dropFirst(2)) else { return nil }
      self = .firmware(major: byte(0), minor: byte(1), name: name)
    case FirmataWire.analogMappingQuery where count == 0:
      self = .analogMappingQuery
    case FirmataWire.analogMapping:
      self = .analogMapping(data.map { $0 == FirmataWire.none ? nil : $0 })
    case FirmataWire.capabilityQuery where count == 0:
      self = .capabilityQuery
    case FirmataWire.capabilities:
      guard let pins = Self.capabilities(data) else { return nil }
      self = .capabilities(pins)
    case FirmataWire.pinStateQuery where count == 1:
      self = .pinStateQuery(pin: byte(0))
    case FirmataWire.pinState:
      guard count >= 3, let state = UInt32(lowFirst: data.dropFirst(2)) else { return nil }
      self = .pinState(pin: byte(0), mode: PinMode(rawValue: byte(1)), state: state)
    case FirmataWire.extendedAnalog:
      guard count >= 2, let value = UInt32(lowFirst: data.dropFirst()) else { return nil }
      self = .extendedAnalog(pin: byte(0), value: value)
    case FirmataWire.servoConfig where count == 5:
      self = .servoConfig(
        pin: byte(0), minimumMicroseconds: UInt16(lowFirst: byte(1), byte(2)),
        maximumMicroseconds: UInt16(lowFirst: byte(3), byte(4)))
    case FirmataWire.string:
      guard let text = String(firmata: data) else { return nil }
      self = .string(text)
    case FirmataWire.samplingInterval where count == 2:
      self = .samplingInterval(milliseconds: UInt16(lowFirst: byte(0), byte(1)))
    case FirmataWire.analogMappingQuery, FirmataWire.capabilityQuery, FirmataWire.pinStateQuery,
      FirmataWire.servoConfig, FirmataWire.samplingInterval:
      return nil
    default:
      self = .other(id: id, payload: Array(data))
    }
  }

  /// The modes of each pin; nil if the last pin's list is incomplete, or a mode lacks its bits.
  private static func capabilities(_ data: some Collection<UInt8>) -> [[PinCapability]]? {
    var pins: [[PinCapability]] = []
    var pin: [PinCapability] = []
    var mode: PinMode?
    for byte in data {
      if let known = mode {
        pin.append(PinCapability(known, resolutionBits: byte))
        mode = nil
      } else if byte == FirmataWire.none {
        pins.append(pin)
        pin = []
      } else {
        mode = PinMode(rawValue: byte)
      }
    }
    return mode == nil && pin.isEmpty ? pins : nil
  }
}

extension UInt16 {
  /// 14 bits from two 7-bit bytes.
  init(lowFirst low: UInt8, _ high: UInt8) { self = UInt16(low) | UInt16(high) << 7 }
}

extension UInt32 {
  /// The number of 7-bit bytes, the lowest first; nil if it needs more than 32 bits.
  init?(lowFirst bytes: some Collection<UInt8>) {
    var value: UInt32 = 0
    for byte in bytes.reversed() {
      guard value >> 25 == 0 else { return nil }
      value = value << 7 | UInt32(byte)
    }
    self = value
  }
}

extension String {
  /// The text of pairs of 7-bit bytes, each a byte of UTF-8; nil if a half is missing or a pair has more than 8 bits.
  init?(firmata data: some Collection<UInt8>) {
    guard data.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    var low: UInt8?
    for byte in data {
      if let half = low {
        guard byte < 2 else { return nil }
        bytes.append(half | byte << 7)
        low = nil
      } else {
        low = byte
      }
    }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
