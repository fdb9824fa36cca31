// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

extension OSCEventMessages {
  /// How the output sounds. Missing values are 0, empty text or silence, so that the types never change.
  static func messages(_ spectrum: OutputSpectrum) -> [OSCMessage] {
    let tone = spectrum.strongest
    return [
      OSCMessage(
        "/flam/sound", .float(spectrum.correlation ?? 0), .float(spectrum.balanceDecibels ?? 0),
        .float(tone?.hertz ?? 0), .text(tone?.note ?? ""), .float(tone?.cents ?? 0)),
      OSCMessage("/flam/spectrum", spectrum.bands.map { level($0.decibels) }),
    ]
  }
}
