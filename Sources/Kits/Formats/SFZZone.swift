// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Keys of an SFZ file that are one pad: they play the same regions.
struct SFZZone {
  /// In order; at least one.
  let keys: [Int]
  /// The one that the pad plays by itself.
  let ownKey: Int
  let role: PadRole
  let semitonesPerKey: Float
  /// Its pitch follows the key.
  let isTuned: Bool

  /// What holds for a note holds for all of it: its keys sound alike, or there is one.
  var isOneNote: Bool { keys.count == 1 || !isTuned }

  private static let toms: [PadRole] = [.tomLow, .tomMid, .tomHigh]

  /// The pads that keys make which play the same regions.
  ///
  /// Keys that all sound alike are one pad. Where the pitch follows the key they are one drum,
  /// tuned: as a tom it is one pad for each tom of General MIDI, else a single one. Regions that
  /// follow the key each in a way of its own make a pad of each key.
  ///
  /// - Parameter named: What the regions are by their names; ``PadRole/other`` where these say
  ///   nothing.
  static func zones(of keys: [Int], _ regions: [SFZRegion], named: PadRole) -> [SFZZone] {
    let perKey = regions[0].pitch.perNote
    guard keys.count > 1, regions.contains(where: { $0.pitch.perNote != 0 }) else {
      return [alike(keys, named, semitonesPerKey: keys.count > 1 ? 0 : regions[0].keyTrack)]
    }
    guard regions.allSatisfy({ $0.pitch.perNote == perKey }) else {
      return keys.map { alike([$0], named, semitonesPerKey: perKey, isTuned: true) }
    }
    let centre = regions[0].centre.map { min(keys[keys.count - 1], max(keys[0], $0)) } ?? keys[0]
    let root = keys.min { abs($0 - centre) < abs($1 - centre) } ?? keys[0]
    let role = named == .other ? PadRole(generalMIDINote: root) : named
    let isTom = toms.contains(role)
    let tomKeys = keys.filter { isTom && toms.contains(PadRole(generalMIDINote: $0)) }
    guard let lowest = tomKeys.first else {
      return [zone(keys, role, root, perKey)]
    }
    // A key that is no tom of General MIDI goes with the one below it.
    let byTom = Dictionary(grouping: keys) { key in
      PadRole(generalMIDINote: tomKeys.last { $0 <= key } ?? lowest)
    }
    return toms.compactMap { tom in byTom[tom].map { zone($0, tom, root, perKey) } }
  }

  /// By itself it plays the key of its role, else that at which it was recorded or the nearest to
  /// it.
  private static func zone(
    _ keys: [Int], _ role: PadRole, _ root: Int, _ semitonesPerKey: Float
  ) -> SFZZone {
    let own = keys.first { $0 == role.generalMIDINote }
    let nearest = keys.min { abs($0 - root) < abs($1 - root) }
    return SFZZone(
      keys: keys, ownKey: own ?? nearest ?? root, role: role, semitonesPerKey: semitonesPerKey,
      isTuned: true)
  }

  /// Keys that sound alike are what their names say, for kits have keys of their own. Within one
  /// family of drums, a key of General MIDI says it more exactly.
  private static func alike(
    _ keys: [Int], _ named: PadRole, semitonesPerKey: Float, isTuned: Bool = false
  ) -> SFZZone {
    let roles = keys.map { (key: $0, role: PadRole(generalMIDINote: $0)) }
    let found =
      roles.first { $0.role.generalMIDINote == $0.key } ?? roles.first { $0.role != .other }
      ?? roles[0]
    let isNamed = named != .other && (family(named) != family(found.role))
    return SFZZone(
      keys: keys, ownKey: found.key, role: isNamed ? named : found.role,
      semitonesPerKey: semitonesPerKey, isTuned: isTuned)
  }

  /// Drums that are often called by each other's names; nil for ``PadRole/other``.
  private static func family(_ role: PadRole) -> Int? {
    switch role {
    case .kick: 0
    case .snare, .sideStick, .clap: 1
    case .hihatClosed, .hihatPedal, .hihatHalf, .hihatOpen: 2
    case .tomLow, .tomMid, .tomHigh: 3
    case .crash, .ride: 4
    case .cowbell: 5
    case .other: nil
    }
  }
}
