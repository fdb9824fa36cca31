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
    let confidence = Int((hit.decisions.last?.confidence ?? 0) * 100)
    let bar = String(repeating: "█", count: Int(hit.velocity * 12 + 0.5))
    return [
      hit.seconds.text(places: 3, width: 9), "  ",
      Self.name(hit.sound, refused: hit.refused).padded(to: 14),
      "\(confidence) %".padded(toRight: 5), "  ", hit.velocity.text(places: 2, width: 4), " ",
      bar.padded(to: 12), " ", hit.peakDecibels.text(places: 1, width: 6), " dBFS",
      hit.thresholdDecibels.map { $0.text(places: 0, width: 6) } ?? "",
      hit.refused.map {
        "  not answered: \(Self.reason($0, marginDecibels: hit.marginDecibels))"
      } ?? "",
    ].joined()
  }

  /// It is one of the lines that need not be read.
  package var isFaint: Bool { hit.refused.map { !$0.isSettled } ?? false }

  /// The name of a sound, or of what was heard in its place.
  package static func name(_ sound: String?, refused: Refusal?) -> String {
    switch refused {
    case .notAStroke: "(no stroke)"
    case .precursor: "(a touch)"
    case .masked, .faint: "(a sound)"
    case .tooSoft, .unknownSound, nil: sound ?? "(none of yours)"
    }
  }

  /// A level and its threshold, and the brightness: "-38 dB, below the threshold of -34; 1900 Hz".
  static func measured(_ hit: HitLine) -> String {
    let level = "\(hit.peakDecibels.text(places: 0)) dB"
    if let refusal = hit.refused, refusal != .tooSoft {
      let reason = reason(refusal, marginDecibels: hit.marginDecibels)
      return "\(level), not answered: \(reason)"
    }
    guard let threshold = hit.thresholdDecibels else { return level }
    let isBelow = hit.refused == .tooSoft || hit.peakDecibels < threshold
    let bright = hit.brightnessHz.map { "; \($0.text(places: 0)) Hz" } ?? ""
    return "\(level), \(isBelow ? "below" : "above") the threshold of \(threshold.text(places: 0))"
      + bright
  }

  /// Why a hit is not answered, and what it lacked: "too soft, by 4 dB".
  package static func reason(_ refusal: Refusal, marginDecibels: Float? = nil) -> String {
    let lacked = marginDecibels.map { ", by \(decibels($0))" } ?? ""
    switch refusal {
    case .tooSoft: return "too soft" + lacked
    case .unknownSound: return "none of your sounds"
    case .notAStroke: return "no stroke"
    case .precursor: return "a touch before the stroke" + lacked
    case .masked: return "the stroke before still sounded" + lacked
    case .faint: return "too faint to be sure" + lacked
    }
  }

  /// What a sound lacked: "4 dB".
  static func decibels(_ margin: Float) -> String {
    margin < 0.5 ? "less than 1 dB" : "\(margin.text(places: 0)) dB"
  }
}
