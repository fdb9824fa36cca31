// SPDX-License-Identifier: GPL-3.0-or-later

/// How early or late the last hits came against the click, sound by sound, in a few words for a screen.
package struct ClickLateness {
  /// As many sounds are named.
  private static let mostSounds = 4

  private let sounds: [(name: String, milliseconds: Double)]

  /// - Parameter hits: The sound of each hit and by how many milliseconds it was late, in their
  ///   order; early ones have negative values.
  package init(_ hits: [(sound: String, milliseconds: Double)]) {
    sounds = Dictionary(grouping: hits, by: \.sound).sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }.prefix(Self.mostSounds).map { name, own in
      (name, own.map(\.milliseconds).sorted()[(own.count - 1) / 2])
    }
  }

  /// "kick 12 late, snare 3 early (ms)": the median of each sound, the most played first; empty for
  /// no hits.
  package var text: String {
    guard !sounds.isEmpty else { return "" }
    let words = sounds.map { name, milliseconds in
      let whole = Int(milliseconds.rounded())
      return "\(name) " + (whole == 0 ? "0" : "\(abs(whole)) \(whole > 0 ? "late" : "early")")
    }
    return words.joined(separator: ", ") + " (ms)"
  }
}
