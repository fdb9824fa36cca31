// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a pin cannot be used.
public struct PinNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name that was given for the pin.
  public let name: String
  /// The mode that was wanted.
  public let mode: PinMode
  /// Why that is impossible, and what is possible.
  public let reason: String

  /// An error for a pin and a mode.
  public init(name: String, mode: PinMode, reason: String) {
    (self.name, self.mode, self.reason) = (name, mode, reason)
  }

  /// What was attempted, why it failed, and what to do.
  public var description: String { "cannot use the pin '\(name)' as \(mode): \(reason)" }
}

extension BoardProfile {
  /// The number of the pin with a name such as "A0", "14" or "0".
  ///
  /// "A0" is the pin of the first analog channel. A number is that of a pin. For `PinMode.analog`,
  /// a number below the count of channels is a channel: "0", "14" and "A0" of an Arduino Uno are
  /// all the same input.
  ///
  /// - Throws: `PinNameError` if the board has no such pin, or if the pin does not support the
  ///   mode.
  public func pin(named name: String, for mode: PinMode) throws(PinNameError) -> UInt8 {
    func refusal(_ reason: String) -> PinNameError {
      PinNameError(name: name, mode: mode, reason: reason)
    }
    let isChannel = name.first == "A" || name.first == "a"
    let digits = isChannel ? name.dropFirst() : Substring(name)
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else {
      throw refusal("name a pin by its number or, if it is analog, like A0; \(has(mode))")
    }
    let number = Int(digits) ?? Int.max
    let found: UInt8?
    if isChannel || mode == .analog && number < analogChannelCount {
      found = UInt8(exactly: number).flatMap(pin(analogChannel:))
    } else {
      found = number < pins.count ? UInt8(number) : nil
    }
    guard let pin = found else { throw refusal("the board has no such pin; \(has(mode))") }
    guard pins[Int(pin)].supports(mode) else {
      throw refusal("this pin cannot do that; \(has(mode))")
    }
    return pin
  }

  /// Names the pins that can take a mode.
  private func has(_ mode: PinMode) -> String {
    let able = pins.indices.filter { pins[$0].supports(mode) }
    guard !able.isEmpty else { return "none of the board's pins can do that" }
    let names = able.map { number in
      mode == .analog ? pins[number].analogChannel.map { "A\($0)" } ?? "\(number)" : "\(number)"
    }
    return "give one of \(names.joined(separator: ", "))"
  }
}
