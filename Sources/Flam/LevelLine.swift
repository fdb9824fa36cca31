// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A level as a bar from -60 to 0 dBFS.
struct LevelLine: CustomStringConvertible {
  let name: String
  /// Linear.
  let amplitude: Float

  var description: String {
    let level = Units.decibels(amplitude: amplitude)
    let filled = Int(max(0, min(30, (level + 60) / 2)))
    let bar = String(repeating: "▮", count: filled) + String(repeating: "▯", count: 30 - filled)
    let text = level.isFinite ? "\(level.text(places: 0, width: 4)) dBFS" : "-inf dBFS"
    return "\(name) \(bar) \(text)"
  }
}
