// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A level as a bar from -60 to 0 dBFS.
package struct LevelLine: CustomStringConvertible {
  let name: String
  /// Letters of the bar.
  var width = 30
  /// Linear.
  let amplitude: Float

  package init(name: String, width: Int = 30, amplitude: Float) {
    (self.name, self.width, self.amplitude) = (name, width, amplitude)
  }

  package var description: String {
    let level = Units.decibels(amplitude: amplitude)
    let filled = Int(Float(width) * max(0, min(1, (level + 60) / 60)))
    let bar = String(repeating: "▮", count: filled) + String(repeating: "▯", count: width - filled)
    let text = level.isFinite ? "\(level.text(places: 0, width: 4)) dBFS" : "-inf dBFS"
    return "\(name) \(bar) \(text)"
  }
}
