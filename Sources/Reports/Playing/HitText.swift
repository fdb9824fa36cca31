// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// A hit as a line for people: its time, its sound, how sure, how hard, and why it was not
/// answered.
package struct HitText: CustomStringConvertible {
  package let hit: HitLine

  package init(hit: HitLine) { self.hit = hit }

  /// Names the columns.
  package static let header =
    "  seconds  sound          sure  velocity                  level   threshold"

  package var description: String {
    let sound = hit.sound ?? (hit.refused == .notAStroke ? "(no stroke)" : "(none of yours)")
    let confidence = Int((hit.decisions.last?.confidence ?? 0) * 100)
    let bar = String(repeating: "█", count: Int(hit.velocity * 12 + 0.5))
    return [
      hit.seconds.text(places: 3, width: 9), "  ", sound.padded(to: 14),
      "\(confidence) %".padded(toRight: 5), "  ", hit.velocity.text(places: 2, width: 4), " ",
      bar.padded(to: 12), " ", hit.peakDecibels.text(places: 1, width: 6), " dBFS",
      hit.thresholdDecibels.map { $0.text(places: 0, width: 6) } ?? "",
      hit.refused.map { "  not answered: \(Self.reason($0))" } ?? "",
    ].joined()
  }

  /// A level and its threshold, and the brightness: "-38 dB, below the threshold of -34; 1900 Hz".
  static func measured(_ hit: HitLine) -> String {
    let level = "\(hit.peakDecibels.text(places: 0)) dB"
    if let refusal = hit.refused, refusal != .tooSoft {
      return "\(level), not answered: \(reason(refusal))"
    }
    guard let threshold = hit.thresholdDecibels else { return level }
    let isBelow = hit.refused == .tooSoft || hit.peakDecibels < threshold
    let bright = hit.brightnessHz.map { "; \($0.text(places: 0)) Hz" } ?? ""
    return "\(level), \(isBelow ? "below" : "above") the threshold of \(threshold.text(places: 0))"
      + bright
  }

  /// Why a hit is not answered.
  package static func reason(_ refusal: Refusal) -> String {
    switch refusal {
    case .tooSoft: "too soft"
    case .unknownSound: "none of your sounds"
    case .notAStroke: "no stroke"
    }
  }
}
