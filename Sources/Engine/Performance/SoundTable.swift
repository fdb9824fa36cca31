// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// The sounds of a performance: those of the first profile, then those of later profiles. A sound
/// keeps its number to the end; one of the same name, role and pad in a later profile has the same
/// number.
package struct SoundTable {
  private struct Entry {
    let name: String
    /// The pads that it learned to strike.
    let learned: PadChoice
    /// The pads that it strikes now.
    var played: PadChoice
    /// Its name, unique in the table.
    let uniqueName: String
  }

  private var entries: [Entry] = []

  /// The sounds of profiles, one after the other.
  package init(_ profiles: [Profile]) {
    for profile in profiles { add(profile) }
  }

  /// The sounds of the first profile, and of later ones.
  package init(_ first: Profile, _ later: [NumberedProfile]) {
    self.init([first])
    for profile in later {
      add(profile.sounds.map { ($0.name, $0.choice) })
    }
  }

  /// Names of the sounds, each once: the second "tap" is a "tap 2".
  package var names: [String] { entries.map(\.uniqueName) }

  /// Their pads.
  package var pads: [SoundAddresses] { entries.map(\.learned.addresses) }

  /// The pads of sounds, by their unique names.
  func choices(ofSounds names: [String]) -> [PadChoice] {
    let played = Dictionary(uniqueKeysWithValues: entries.map { ($0.uniqueName, $0.played) })
    return names.compactMap { played[$0] }
  }

  /// Changes what a sound plays in all kits, by its unique name; nil `pad` restores what it learned
  /// to play. Returns its number, and what it plays now; nil if there is no such sound.
  mutating func change(_ name: String, to pad: String?) -> (sound: Int, choice: PadChoice?)? {
    entries.firstIndex { $0.uniqueName == name }.map { sound in
      let chosen = pad.map { PadChoice(entries[sound].learned.role, named: $0) }
      entries[sound].played = chosen ?? entries[sound].learned
      return (sound, chosen)
    }
  }

  /// The drums that answer them, by their names.
  package var rolesByName: [String: PadRole] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0.uniqueName, $0.learned.role) })
  }

  /// Adds a profile's new sounds; returns the numbers of its sounds, in its order.
  @discardableResult package mutating func add(_ profile: Profile) -> [Int] {
    add(profile.sounds.map { ($0.name, $0.choice) })
  }

  @discardableResult private mutating func add(
    _ sounds: [(name: String, learned: PadChoice)]
  ) -> [Int] {
    var places: [Int] = []
    for sound in sounds {
      let known = entries.indices.first {
        entries[$0].name == sound.name && entries[$0].learned == sound.learned
          && !places.contains($0)
      }
      if known == nil {
        entries.append(
          Entry(
            name: sound.name, learned: sound.learned, played: sound.learned,
            uniqueName: uniqueName(sound.name)))
      }
      places.append(known ?? entries.count - 1)
    }
    return places
  }

  private func uniqueName(_ name: String) -> String {
    let names = Set(names)
    guard names.contains(name) else { return name }
    var number = 2
    while names.contains("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }
}
