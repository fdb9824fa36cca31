// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Instrument

/// A hit as a line for people: when, what, how sure, how hard, and why it was not answered.
struct HitText: CustomStringConvertible {
  let hit: HitLine

  /// Names the columns.
  static let header =
    "  seconds  sound          sure  velocity                  level   threshold"

  var description: String {
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

  /// A level beside its threshold: "-38 dB, below the threshold of -34".
  static func measured(_ hit: HitLine) -> String {
    let level = "\(hit.peakDecibels.text(places: 0)) dB"
    if let refusal = hit.refused, refusal != .tooSoft {
      return "\(level), not answered: \(reason(refusal))"
    }
    guard let threshold = hit.thresholdDecibels else { return level }
    let isBelow = hit.refused == .tooSoft || hit.peakDecibels < threshold
    return "\(level), \(isBelow ? "below" : "above") the threshold of \(threshold.text(places: 0))"
  }

  private static func reason(_ refusal: Refusal) -> String {
    switch refusal {
    case .tooSoft: "too soft"
    case .unknownSound: "none of your sounds"
    case .notAStroke: "no stroke"
    }
  }
}

extension BinaryFloatingPoint {
  /// The number with a fixed count of decimal places, right-aligned.
  func text(places: Int, width: Int = 0) -> String {
    guard magnitude < 1e12 else { return "\(self)".padded(toRight: width) }  // nor NaN
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let rounded = Int((Double(self) * Double(scale)).rounded())
    let sign = rounded < 0 ? "-" : ""
    let whole = rounded.magnitude / UInt(scale)
    let fraction = String(rounded.magnitude % UInt(scale))
    let zeros = String(repeating: "0", count: max(0, places - fraction.count))
    let text = places > 0 ? "\(sign)\(whole).\(zeros)\(fraction)" : "\(sign)\(whole)"
    return text.padded(toRight: width)
  }
}

extension String {
  /// At least `width` characters, filled with blanks on the right.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// At least `width` characters, filled with blanks on the left.
  func padded(toRight width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
