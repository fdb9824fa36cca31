// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// The last hits against their thresholds, for people who look for the right one.
package struct RecentHitsText {
  /// How many are shown.
  package static let count = 8
  /// A bar is so wide, for levels from ``leastDecibels`` to 0 dBFS.
  private static let columns = 16
  /// A longer name is cut, so that a line fits 80 columns.
  private static let nameLetters = 12
  private static let leastDecibels: Float = -60

  let hits: [HitLine]

  package init(hits: [HitLine]) { self.hits = hits }

  /// A line a hit, the latest last: its level as a bar with the threshold in it, and in words.
  package var lines: [String] {
    guard !hits.isEmpty else { return ["no hits yet"] }
    return hits.suffix(Self.count).map { hit in
      "\(Self.name(hit)) \(Self.bar(hit)) \(HitText.measured(hit))"
    }
  }

  private static func name(_ hit: HitLine) -> String {
    let name =
      hit.refused == nil ? hit.sound ?? "(none)" : HitText.name(hit.sound, refused: hit.refused)
    return name.count <= nameLetters
      ? name.padded(to: nameLetters) : name.prefix(nameLetters - 1) + "…"
  }

  /// "██████████    │               ".
  private static func bar(_ hit: HitLine) -> String {
    let level = column(hit.peakDecibels)
    var cells = (0..<columns).map { $0 < level ? "█" : " " }
    if let threshold = hit.thresholdDecibels {
      cells[min(columns - 1, column(threshold))] = "│"
    }
    return cells.joined()
  }

  /// Columns that a level fills.
  private static func column(_ decibels: Float) -> Int {
    let share = (decibels - leastDecibels) / -leastDecibels
    return Int((max(0, min(1, share)) * Float(columns)).rounded())
  }
}
