// SPDX-License-Identifier: GPL-3.0-or-later
import Console

/// A finished recording.
struct RecordedFile: Equatable {
  let path: String
  /// Its length.
  let seconds: Double

  /// "Recorded 0:32: '2026-03-01 17.45.09.wav' in '/home/me/Music/Flam'. V plays it."
  var text: String {
    let parts = path.split(separator: "/").map(String.init)
    let folder = parts.dropLast().joined(separator: "/")
    let place = folder.isEmpty ? "" : " in '\(path.hasPrefix("/") ? "/" : "")\(folder)'"
    return "Recorded \(MinutesText.of(seconds)): '\(parts.last ?? path)'\(place). V plays it."
  }
}

/// Times as people read them.
enum MinutesText {
  /// "1:07".
  static func of(_ seconds: Double) -> String {
    let whole = Int(max(0, seconds))
    return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }
}
