// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// A drum's strip in words: "-6.0 dB, 30 % left, -12.0 dB into the room, muted".
struct StripText: CustomStringConvertible {
  let strip: Strip

  var description: String {
    var parts = [Self.gain(strip.gain)]
    if let pan = strip.pan { parts.append(Self.place(pan)) }
    if strip.send > 0 { parts.append("\(Self.decibels(strip.send)) into the room") }
    if strip.isMuted { parts.append("muted") }
    if strip.isSoloed { parts.append("solo") }
    return parts.joined(separator: ", ")
  }

  /// A linear gain: "-6.0 dB", "silent".
  static func gain(_ amplitude: Float) -> String { amplitude > 0 ? decibels(amplitude) : "silent" }

  private static func decibels(_ amplitude: Float) -> String {
    let decibels = Units.decibels(amplitude: amplitude).text(places: 1)
    return "\(decibels == "-0.0" ? "0.0" : decibels) dB"
  }

  private static func place(_ pan: Float) -> String {
    pan == 0
      ? "centre" : "\((100 * abs(pan)).text(places: 0)) % \(pan < 0 ? "left" : "right")"
  }
}
