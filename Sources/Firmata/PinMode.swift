// SPDX-License-Identifier: GPL-3.0-or-later

/// What a pin is used for, by its number in the Firmata protocol ("Supported Modes").
///
/// Modes that are not named here are kept by their number: boards report many.
public struct PinMode: RawRepresentable, Hashable, Sendable {
  /// The number on the wire, 0 to 126; 127 ends the list of a pin's modes.
  public let rawValue: UInt8

  /// The mode of a number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reads high or low.
  public static let input = PinMode(rawValue: 0)
  /// Is set high or low.
  public static let output = PinMode(rawValue: 1)
  /// Measures a voltage.
  public static let analog = PinMode(rawValue: 2)
  /// Is set to a share of the time by pulse-width modulation.
  public static let pwm = PinMode(rawValue: 3)
  /// Turns a servo.
  public static let servo = PinMode(rawValue: 4)
  /// Carries a serial line of its own.
  public static let serial = PinMode(rawValue: 10)
  /// Reads high or low; a resistor on the board pulls it high.
  public static let pullUp = PinMode(rawValue: 11)
}

extension PinMode: CustomStringConvertible {
  /// The mode in words.
  public var description: String {
    switch self {
    case .input: "input"
    case .output: "output"
    case .analog: "analog input"
    case .pwm: "PWM output"
    case .servo: "servo"
    case .serial: "serial line"
    case .pullUp: "input with pull-up"
    default: "mode \(rawValue)"
    }
  }
}

/// A mode that a pin supports.
public struct PinCapability: Hashable, Sendable {
  /// The mode.
  public var mode: PinMode
  /// The number of bits of its values, 0 to 126; for a serial line, the number of the line.
  public var resolutionBits: UInt8

  /// A mode and the number of bits of its values.
  public init(_ mode: PinMode, resolutionBits: UInt8) {
    self.mode = mode
    self.resolutionBits = resolutionBits
  }
}
