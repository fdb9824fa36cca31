// SPDX-License-Identifier: GPL-3.0-or-later

/// Tasks and sets of strikes that have a target of their own, by what their names say.
struct SoundGroup {
  /// For tables.
  let name: String
  /// A name with one of these belongs to it.
  let words: [String]

  /// Sounds of another session than the one that taught them.
  static let otherDay = SoundGroup(name: "another day", words: ["other", "session", "day"])
  /// Whose flams and ghost notes are judged, under hum, too.
  static let taps = SoundGroup(name: "taps", words: ["tap"])
  /// Whose rolls are judged.
  static let drums = SoundGroup(
    name: "boxes, drums", words: ["cajon", "box", "drum", "mridangam"])
  /// Keys, whose release is a second, softer strike.
  static let keys = SoundGroup(name: "keys", words: ["keys", "switches", "press"])

  /// Whose drums must start steadily.
  static let steady = [
    otherDay, taps, SoundGroup(name: "claps, knocks", words: ["clap", "knock"]),
  ]
  /// Which are struck over real backgrounds.
  static let rooms = [
    taps, SoundGroup(name: "surfaces", words: ["surface", "material"]),
    SoundGroup(name: "cajon", words: ["cajon"]), SoundGroup(name: "claps", words: ["clap"]),
  ]

  func holds(_ name: String) -> Bool { words.contains { name.contains($0) } }
}

extension [SoundGroup] {
  /// The figures of each group, those of a name that several hold in the first; groups without any are left out.
  func sorted<Figure>(
    _ figures: [Figure], by name: (Figure) -> String
  ) -> [(group: SoundGroup, figures: [Figure])] {
    indices.compactMap { index in
      let own = figures.filter { figure in
        firstIndex { $0.holds(name(figure)) } == index
      }
      return own.isEmpty ? nil : (self[index], own)
    }
  }
}
