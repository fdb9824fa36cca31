// SPDX-License-Identifier: GPL-3.0-or-later

extension FirmataMessage {
  /// The bytes of the message.
  ///
  /// - Throws: `FirmataRangeError` if a number does not fit.
  public func encoded() throws(FirmataRangeError) -> [UInt8] {
    var writer: FirmataWriter
    switch self {
    case .digitalPort(let port, let bits):
      writer = try FirmataWriter(FirmataWire.digital, port, "port")
      writer.mark(bits & 0x7F)
      writer.mark(bits >> 7)
    case .analog(let channel, let value):
      writer = try FirmataWriter(FirmataWire.analog, channel, "analog channel")
      try writer.fourteen(value, "value")
    case .reportAnalog(let channel, let isOn):
      writer = try FirmataWriter(FirmataWire.reportAnalog, channel, "analog channel")
      writer.flag(isOn)
    case .reportDigital(let port, let isOn):
      writer = try FirmataWriter(FirmataWire.reportDigital, port, "port")
      writer.flag(isOn)
    case .pinMode(let pin, let mode):
      writer = FirmataWriter(FirmataWire.setPinMode)
      try writer.seven(pin, "pin")
      try writer.seven(mode.rawValue, "pin mode")
    case .digitalPin(let pin, let isHigh):
      writer = FirmataWriter(FirmataWire.setDigitalPin)
      try writer.seven(pin, "pin")
      writer.flag(isHigh)
    case .versionQuery:
      writer = FirmataWriter(FirmataWire.version)
    case .version(let major, let minor):
      writer = FirmataWriter(FirmataWire.version)
      try writer.seven(major, "version")
      try writer.seven(minor, "version")
    case .reset:
      writer = FirmataWriter(FirmataWire.reset)
    default:
      writer = FirmataWriter(FirmataWire.startSysex)
      try encodeSysex(to: &writer)
      writer.mark(FirmataWire.endSysex)
    }
    return writer.bytes
  }

  /// Appends the bytes between the first and the last byte of a system-exclusive message.
  private func encodeSysex(to writer: inout FirmataWriter) throws(FirmataRangeError) {
    switch self {
    case .firmwareQuery:
      writer.mark(FirmataWire.firmware)
    case .firmware(let major, let minor, let name):
      writer.mark(FirmataWire.firmware)
      try writer.seven(major, "version")
      try writer.seven(minor, "version")
      writer.text(name)
    case .analogMappingQuery:
      writer.mark(FirmataWire.analogMappingQuery)
    case .analogMapping(let channels):
      writer.mark(FirmataWire.analogMapping)
      for channel in channels {
        if let channel {
          try writer.seven(channel, "analog channel", maximum: 126)
        } else {
          writer.mark(FirmataWire.none)
        }
      }
    case .capabilityQuery:
      writer.mark(FirmataWire.capabilityQuery)
    case .capabilities(let pins):
      writer.mark(FirmataWire.capabilities)
      for pin in pins {
        for capability in pin {
          try writer.seven(capability.mode.rawValue, "pin mode", maximum: 126)
          try writer.seven(capability.resolutionBits, "resolution")
        }
        writer.mark(FirmataWire.none)
      }
    case .pinStateQuery(let pin):
      writer.mark(FirmataWire.pinStateQuery)
      try writer.seven(pin, "pin")
    case .pinState(let pin, let mode, let state):
      writer.mark(FirmataWire.pinState)
      try writer.seven(pin, "pin")
      try writer.seven(mode.rawValue, "pin mode")
      writer.number(state, atLeastBytes: 1)
    case .extendedAnalog(let pin, let value):
      writer.mark(FirmataWire.extendedAnalog)
      try writer.seven(pin, "pin")
      writer.number(value, atLeastBytes: 2)
    case .servoConfig(let pin, let minimum, let maximum):
      writer.mark(FirmataWire.servoConfig)
      try writer.seven(pin, "pin")
      try writer.fourteen(minimum, "pulse")
      try writer.fourteen(maximum, "pulse")
    case .string(let text):
      writer.mark(FirmataWire.string)
      writer.text(text)
    case .samplingInterval(let milliseconds):
      writer.mark(FirmataWire.samplingInterval)
      try writer.fourteen(milliseconds, "sampling interval")
    case .pads(let message):
      try message.encode(to: &writer)
    case .other(let id, let payload):
      try writer.seven(id, "message number")
      for byte in payload { try writer.seven(byte, "byte") }
    case .digitalPort, .analog, .reportAnalog, .reportDigital, .pinMode, .digitalPin,
      .versionQuery, .version, .reset:
      break
    }
  }
}
