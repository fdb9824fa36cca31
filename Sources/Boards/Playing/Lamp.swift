// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata

/// One output of a board: its wiring and its brightness.
struct Lamp: Sendable {
  /// How the pin is driven.
  private enum Drive: Sendable {
    case digital, pwm, servo(BoardTable.Servo)
  }

  /// The output's entry in the table.
  let light: BoardTable.Light
  /// Nil if the board does not have this pin.
  private(set) var pin: UInt8?
  private var drive = Drive.digital
  /// 0 for dark to 1.
  private(set) var brightness: Float = 0
  /// When it goes off by itself.
  private(set) var endNanoseconds: Int64?
  /// What keeps it on.
  private var keptOn: Set<String> = []

  /// A lamp that is off, on no board yet.
  init(_ light: BoardTable.Light) { self.light = light }

  /// Takes its pin of a board, or throws why it cannot. If something keeps it on, it lights at
  /// once.
  mutating func connect(_ board: ConnectedBoard) throws(PinNameError) -> [FirmataMessage] {
    pin = nil
    endNanoseconds = nil
    brightness = keptOn.isEmpty ? 0 : 1
    let mode: PinMode = light.servo == nil ? .output : .servo
    let number = try board.profile.pin(named: light.pin, for: mode)
    guard light.maximumMilliseconds == nil || board.hasPads else {
      throw PinNameError(
        name: light.pin, mode: .output,
        reason:
          "only the firmware \(ConnectedBoard.padFirmware) guards a coil; flash it as docs/boards.md describes"
      )
    }
    pin = number
    if let servo = light.servo {
      drive = .servo(servo)
      let pulses = FirmataMessage.servoConfig(
        pin: number, minimumMicroseconds: UInt16(servo.shortestMicroseconds),
        maximumMicroseconds: UInt16(servo.longestMicroseconds))
      return [pulses, .pinMode(pin: number, mode: .servo)] + messages
    }
    // A coil cannot be dimmed.
    let isPWM = light.maximumMilliseconds == nil && board.profile.pins[Int(number)].supports(.pwm)
    drive = isPWM ? .pwm : .digital
    var settings: [FirmataMessage] = [.pinMode(pin: number, mode: isPWM ? .pwm : .output)]
    if let most = light.maximumMilliseconds {
      settings.append(.pads(.maximumOnTime(pin: number, milliseconds: UInt16(clamping: most))))
    }
    return settings + (brightness > 0 ? messages : [])
  }

  /// Lights it until a time; no messages if the board does not have it.
  mutating func flash(_ brightness: Float, until end: Int64) -> [FirmataMessage] {
    guard pin != nil else { return [] }
    self.brightness = max(0, min(1, brightness))
    endNanoseconds = end
    return messages
  }

  /// Something begins or stops to keep it on.
  mutating func keep(_ isOn: Bool, for name: String) -> [FirmataMessage] {
    if isOn { keptOn.insert(name) } else { keptOn.remove(name) }
    let kept: Float = keptOn.isEmpty ? 0 : 1
    guard kept != brightness else { return [] }
    brightness = kept
    return messages
  }

  /// Turns it off when its time is over.
  mutating func tick(at now: Int64) -> [FirmataMessage] {
    guard let end = endNanoseconds, end <= now else { return [] }
    endNanoseconds = nil
    return darken()
  }

  /// Turns it off.
  mutating func darken() -> [FirmataMessage] {
    brightness = 0
    return messages
  }

  /// After we stood still, the board has turned its outputs off; this one is then sent again. A
  /// coil switches itself off and stays off.
  var isRefreshed: Bool { pin != nil && brightness > 0 && light.maximumMilliseconds == nil }

  /// The messages that set the output.
  var messages: [FirmataMessage] {
    guard let pin else { return [] }
    return switch drive {
    case .digital: [.digitalPin(pin: pin, isHigh: brightness > 0)]
    case .pwm: [.write(pin: pin, value: UInt32((brightness * 255).rounded()))]
    case .servo(let servo): [.write(pin: pin, value: UInt32(servo.degrees(brightness).rounded()))]
    }
  }
}
