// SPDX-License-Identifier: GPL-3.0-or-later

extension BoardTable {
  /// What is impossible in the table; nil if nothing is.
  var fault: String? {
    let own = [
      bluetoothFault,
      bitsPerSecond.flatMap { Self.outside(Double($0), 1200...4_000_000, "bitsPerSecond") },
      lineMilliseconds.flatMap { Self.outside($0, 0...100, "lineMilliseconds") },
      pads.count > 6 ? "there are \(pads.count) pads, but a board has 6" : nil,
      pedal?.fault,
    ]
    return
      (own + pads.map(\.fault) + switches.map(\.fault) + knobs.map(\.fault) + lights.map(\.fault))
      .compactMap(\.self).first
  }

  fileprivate static func outside(
    _ value: Double, _ range: ClosedRange<Double>, _ name: String
  ) -> String? {
    range.contains(value)
      ? nil : "\(name) \(value) is not \(range.lowerBound) to \(range.upperBound)"
  }

  fileprivate static func unmeasured(_ value: Int, _ name: String) -> String? {
    outside(Double(value), 0...1023, name)
  }
}

extension BoardTable.Pedal {
  fileprivate var fault: String? {
    BoardTable.unmeasured(closed, "closed") ?? BoardTable.unmeasured(open, "open")
      ?? (closed == open ? "the pedal is closed and open at the same value" : nil)
  }
}

extension BoardTable.Pad {
  fileprivate var fault: String? {
    let longest = 0...1638.3
    return [
      BoardTable.outside(sensitivity, 0...100, "sensitivity"),
      BoardTable.outside(thresholdPercent, 0.01...100, "thresholdPercent"),
      BoardTable.outside(scanMilliseconds, longest, "scanMilliseconds"),
      BoardTable.outside(maskMilliseconds, longest, "maskMilliseconds"),
      BoardTable.outside(retriggerMilliseconds, longest, "retriggerMilliseconds"),
      BoardTable.outside(crosstalkPercent, 0...100, "crosstalkPercent"),
    ].compactMap(\.self).first
  }
}

extension BoardTable.Switch {
  fileprivate var fault: String? {
    if does.isOfPad, of == nil { return "the switch '\(pin)' does not name a pad" }
    if !does.isOfPad, let of { return "'\(does.rawValue)' needs no pad, such as '\(of)'" }
    guard let velocity else { return nil }
    return BoardTable.outside(Double(velocity), 0.001...1, "velocity")
  }
}

extension BoardTable.Knob {
  fileprivate var fault: String? {
    let (silent, full) = (silent ?? 0, full ?? 1023)
    return BoardTable.unmeasured(silent, "silent") ?? BoardTable.unmeasured(full, "full")
      ?? (silent == full ? "the knob is silent and full at the same value" : nil)
  }
}

extension BoardTable.Light {
  fileprivate var fault: String? {
    let times = [("milliseconds", milliseconds), ("maximumMilliseconds", maximumMilliseconds)]
    for (name, value) in times {
      if let fault = value.flatMap({ BoardTable.outside(Double($0), 1...16383, name) }) {
        return fault
      }
    }
    if shows != .hit, shows != .lesson, let of {
      return "'\(shows.rawValue)' needs no sound or pad, such as '\(of)'"
    }
    guard let servo else { return nil }
    if maximumMilliseconds != nil { return "the output '\(pin)' is either a coil or a servo" }
    let pulses = 1...16383.0
    return BoardTable.outside(servo.restDegrees, 0...180, "restDegrees")
      ?? BoardTable.outside(servo.fullDegrees, 0...180, "fullDegrees")
      ?? BoardTable.outside(Double(servo.shortestMicroseconds), pulses, "shortestMicroseconds")
      ?? BoardTable.outside(Double(servo.longestMicroseconds), pulses, "longestMicroseconds")
  }
}
