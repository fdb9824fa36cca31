// SPDX-License-Identifier: GPL-3.0-or-later

extension PadMessage {
  /// The message of a number and its data; nil if they make no valid message.
  init?(id: UInt8, data: [UInt8]) {
    switch (id, data.count) {
    case (FirmataWire.hit, 5):
      self = .hit(
        pad: data[0], peak: UInt16(lowFirst: data[1], data[2]),
        time: BoardTime(ticks: UInt16(lowFirst: data[3], data[4])))
    case (FirmataWire.keepAlive, 1):
      self = .keepAlive(number: data[0])
    case (FirmataWire.keepAlive, 3):
      self = .alive(
        number: data[0], time: BoardTime(ticks: UInt16(lowFirst: data[1], data[2])))
    case (FirmataWire.setting, 2), (FirmataWire.setting, 4):
      guard let setting = PadSetting(rawValue: data[1]) else { return nil }
      self =
        data.count == 2
        ? .settingQuery(pad: data[0], setting: setting)
        : .setting(pad: data[0], setting: setting, value: UInt16(lowFirst: data[2], data[3]))
    case (FirmataWire.maximumOnTime, 3):
      self = .maximumOnTime(pin: data[0], milliseconds: UInt16(lowFirst: data[1], data[2]))
    default:
      return nil
    }
  }

  /// Appends the bytes between the first and the last one.
  func encode(to writer: inout FirmataWriter) throws(FirmataRangeError) {
    switch self {
    case .hit(let pad, let peak, let time):
      writer.mark(FirmataWire.hit)
      try writer.seven(pad, "pad")
      try writer.fourteen(peak, "peak")
      try writer.fourteen(time.ticks, "tick")
    case .keepAlive(let number):
      writer.mark(FirmataWire.keepAlive)
      try writer.seven(number, "number")
    case .alive(let number, let time):
      writer.mark(FirmataWire.keepAlive)
      try writer.seven(number, "number")
      try writer.fourteen(time.ticks, "tick")
    case .settingQuery(let pad, let setting):
      writer.mark(FirmataWire.setting)
      try writer.seven(pad, "pad")
      writer.mark(setting.rawValue)
    case .setting(let pad, let setting, let value):
      writer.mark(FirmataWire.setting)
      try writer.seven(pad, "pad")
      writer.mark(setting.rawValue)
      try writer.fourteen(value, "setting")
    case .maximumOnTime(let pin, let milliseconds):
      writer.mark(FirmataWire.maximumOnTime)
      try writer.seven(pin, "pin")
      try writer.fourteen(milliseconds, "time in milliseconds")
    }
  }
}
