// SPDX-License-Identifier: GPL-3.0-or-later

/// A board's pins, their modes, and their analog channels.
public struct BoardProfile: Hashable, Sendable {
  /// A pin of a board.
  public struct Pin: Hashable, Sendable {
    /// The modes that it supports; none for a pin that must not be used.
    public var capabilities: [PinCapability]
    /// Its analog channel, the 0 of "A0".
    public var analogChannel: UInt8?

    /// A pin with its modes.
    public init(_ capabilities: [PinCapability], analogChannel: UInt8? = nil) {
      self.capabilities = capabilities
      self.analogChannel = analogChannel
    }

    /// It supports a mode.
    public func supports(_ mode: PinMode) -> Bool { capabilities.contains { $0.mode == mode } }
  }

  /// The pins by their numbers, 128 at most.
  public let pins: [Pin]
  /// The board sent no capabilities, and is assumed to be an Arduino Uno.
  public let isAssumed: Bool

  /// A board that has sent what its pins can do, and which are analog.
  ///
  /// A pin missing in one of the answers has no mode, or no analog channel.
  public init(capabilities: [[PinCapability]], analogChannels: [UInt8?]) {
    pins = capabilities.prefix(128).enumerated().map { number, modes in
      Pin(
        modes, analogChannel: number < analogChannels.count ? analogChannels[number] : nil)
    }
    isAssumed = false
  }

  private init(assumed pins: [Pin]) {
    self.pins = pins
    isAssumed = true
  }

  /// The profile of a board that does not answer: an Arduino Uno with StandardFirmata. Its pins 0
  /// and 1 are the serial line; 3, 5, 6, 9, 10 and 11 have PWM; A0 to A5 are the pins 14 to 19.
  public static let assumed = BoardProfile(
    assumed: (0..<20).map { number in
      guard number >= 2 else { return Pin([]) }
      var modes = [
        PinCapability(.input, resolutionBits: 1), PinCapability(.pullUp, resolutionBits: 1),
        PinCapability(.output, resolutionBits: 1),
      ]
      if number >= 14 { modes.append(PinCapability(.analog, resolutionBits: 10)) }
      if [3, 5, 6, 9, 10, 11].contains(number) {
        modes.append(PinCapability(.pwm, resolutionBits: 8))
      }
      modes.append(PinCapability(.servo, resolutionBits: 14))
      return Pin(modes, analogChannel: number >= 14 ? UInt8(number - 14) : nil)
    })

  /// The number of analog channels.
  public var analogChannelCount: Int { pins.count { $0.analogChannel != nil } }

  /// The number of the pin of an analog channel.
  public func pin(analogChannel: UInt8) -> UInt8? {
    pins.firstIndex { $0.analogChannel == analogChannel }.map(UInt8.init)
  }
}
