// SPDX-License-Identifier: GPL-3.0-or-later

/// A message of the Firmata protocol (github.com/firmata/protocol, version 2.5), or one of our own
/// for pads.
///
/// Pins are 0 to 127, analog channels and ports 0 to 15.
public enum FirmataMessage: Hashable, Sendable {
  /// The eight pins of a port, bit 0 for the lowest: their present or their wanted state.
  case digitalPort(port: UInt8, bits: UInt8)
  /// From a board, the measured value of an analog channel; to a board, the output value of the pin
  /// with that number. 14 bits.
  case analog(channel: UInt8, value: UInt16)
  /// Switches reports of an analog channel on or off.
  case reportAnalog(channel: UInt8, isOn: Bool)
  /// Switches reports of a port on or off.
  case reportDigital(port: UInt8, isOn: Bool)
  /// Sets the mode of a pin.
  case pinMode(pin: UInt8, mode: PinMode)
  /// Sets one pin high or low.
  case digitalPin(pin: UInt8, isHigh: Bool)
  /// Asks for the version of the protocol.
  case versionQuery
  /// The version of the protocol.
  case version(major: UInt8, minor: UInt8)
  /// Resets the board to its state after start.
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
  /// The modes of each pin; none for a pin that must not be used.
  case capabilities([[PinCapability]])
  /// Asks for the mode of a pin.
  case pinStateQuery(pin: UInt8)
  /// The mode of a pin, and the value last written to it.
  case pinState(pin: UInt8, mode: PinMode, state: UInt32)
  /// The output value of any pin, of up to 32 bits.
  case extendedAnalog(pin: UInt8, value: UInt32)
  /// The pulses that turn a servo to its ends, in microseconds of 14 bits.
  case servoConfig(pin: UInt8, minimumMicroseconds: UInt16, maximumMicroseconds: UInt16)
  /// A text for people.
  case string(String)
  /// How often analog channels are reported, in milliseconds of 14 bits.
  case samplingInterval(milliseconds: UInt16)
  /// A message of our own for pads.
  case pads(PadMessage)
  /// A system-exclusive message of another feature: its number, and its 7-bit bytes.
  case other(id: UInt8, payload: [UInt8])

  /// The message that sets a pin's output: the short form if it suffices, else the extended one.
  public static func write(pin: UInt8, value: UInt32) -> FirmataMessage {
    if pin < 16, value < 1 << 14 { return .analog(channel: pin, value: UInt16(value)) }
    return .extendedAnalog(pin: pin, value: value)
  }
}
