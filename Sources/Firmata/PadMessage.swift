// SPDX-License-Identifier: GPL-3.0-or-later

/// A message of our pad firmware (`tools/pads`), in the range that Firmata leaves to users. `docs/boards.md` has the bytes.
public enum PadMessage: Hashable, Sendable {
  /// A pad was struck. `peak` has 14 bits: 16383 is the highest voltage that the board measures.
  case hit(pad: UInt8, peak: UInt16, time: BoardTime)
  /// The host is there. The board answers with the same number, 0 to 127.
  case keepAlive(number: UInt8)
  /// The board's answer to `keepAlive`, with the board's time at which it read the message.
  case alive(number: UInt8, time: BoardTime)
  /// Asks for a setting of a pad.
  case settingQuery(pad: UInt8, setting: PadSetting)
  /// A setting of a pad, in 14 bits. Sent to the board it is the wanted value, sent by the board
  /// the present one.
  case setting(pad: UInt8, setting: PadSetting, value: UInt16)
  /// The longest time that a pin may be high, in milliseconds of 14 bits; 0 is no limit.
  case maximumOnTime(pin: UInt8, milliseconds: UInt16)
}

/// A time on a board's clock, which starts again about every second.
public struct BoardTime: Hashable, Sendable {
  /// The length of a tick.
  public static let tickMicroseconds = 64
  /// The number of ticks before the clock starts again: 1.048576 s.
  public static let tickCount = 1 << 14
  /// The tick, 0 to 16383.
  public var ticks: UInt16

  /// The time of a tick.
  public init(ticks: UInt16) { self.ticks = ticks }

  /// Microseconds since an earlier time, if that was less than one round of the clock ago.
  public func microseconds(since earlier: BoardTime) -> Int {
    let turned = Int(ticks) - Int(earlier.ticks)
    return (turned < 0 ? turned + Self.tickCount : turned) * Self.tickMicroseconds
  }
}

/// The settings of a pad, by their numbers on the wire.
public enum PadSetting: UInt8, CaseIterable, Sendable {
  /// 1 if a piezo is connected, else 0.
  case isOn = 0
  /// The lowest peak that counts as a hit, 1 to 16383 as in `PadMessage.hit`.
  case threshold = 1
  /// How long the board looks for the peak of a hit, in tenths of a millisecond.
  case scanTime = 2
  /// How long nothing counts as a hit after one, in tenths of a millisecond.
  case maskTime = 3
  /// After the mask time the threshold falls from the hit's peak. It halves each time this passes;
  /// in tenths of a millisecond, or 0.
  case retriggerCancel = 4
  /// What is softer than this many percent of another pad's hit counts as crosstalk of it; 0 to
  /// 100.
  case crosstalkCancel = 5
}

extension PadSetting: CustomStringConvertible {
  /// The name that drummers use.
  public var description: String {
    switch self {
    case .isOn: "switch"
    case .threshold: "threshold"
    case .scanTime: "scan time"
    case .maskTime: "mask time"
    case .retriggerCancel: "retrigger cancel"
    case .crosstalkCancel: "crosstalk cancel"
    }
  }
}
