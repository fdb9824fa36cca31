// SPDX-License-Identifier: GPL-3.0-or-later

/// A message of the Firmata protocol (github.com/firmata/protocol, version 2.5), or one of our pads.
///
/// Numbers of pins are 0 to 127, of analog channels and ports 0 to 15.
public enum FirmataMessage: Hashable, Sendable {
  /// The eight pins of a port, bit 0 for the lowest: as they are, or as they shall be.
  case digitalPort(port: UInt8, bits: UInt8)
  /// From a board what an analog channel measures; to it what a pin of the same number puts out. 14 bits.
  case analog(channel: UInt8, value: UInt16)
  /// Whether an analog channel is reported.
  case reportAnalog(channel: UInt8, isOn: Bool)
  /// Whether a port is reported.
  case reportDigital(port: UInt8, isOn: Bool)
  /// What a pin is used for from now on.
  case pinMode(pin: UInt8, mode: PinMode)
  /// One pin set high or low.
  case digitalPin(pin: UInt8, isHigh: Bool)
  /// Asks for the version of the protocol.
  case versionQuery
  /// The version of the protocol.
  case version(major: UInt8, minor: UInt8)
  /// The board shall be as it was when it started.
  case reset
  /// Asks for the name of the firmware.
  case firmwareQuery
  /// The firmware's version and name.
  case firmware(major: UInt8, minor: UInt8, name: String)
  /// Asks which pins are analog.
  case analogMappingQuery
  /// The analog channel of each pin; nil for a pin that has none.
  case analogMapping([UInt8?])
  /// Asks what each pin can do.
  case capabilityQuery
  /// The modes of each pin; none for a pin that is not to be used.
  case capabilities([[PinCapability]])
  /// Asks how a pin is used.
  case pinStateQuery(pin: UInt8)
  /// How a pin is used, and what was last written to it.
  case pinState(pin: UInt8, mode: PinMode, state: UInt32)
  /// What a pin of any number puts out, of up to 32 bits.
  case extendedAnalog(pin: UInt8, value: UInt32)
  /// The pulses that turn a servo to its ends, in microseconds of 14 bits.
  case servoConfig(pin: UInt8, minimumMicroseconds: UInt16, maximumMicroseconds: UInt16)
  /// Words for people.
  case string(String)
  /// How often analog channels are reported, in milliseconds of 14 bits.
  case samplingInterval(milliseconds: UInt16)
  /// A message of our pads.
  case pads(PadMessage)
  /// A system-exclusive message of another feature: its number, and its 7-bit bytes.
  case other(id: UInt8, payload: [UInt8])

  /// What sets a pin's output: the short message where it reaches, else the extended one.
  public static func write(pin: UInt8, value: UInt32) -> FirmataMessage {
    if pin < 16, value < 1 << 14 { return .analog(channel: pin, value: UInt16(value)) }
    return .extendedAnalog(pin: pin, value: value)
  }
}
