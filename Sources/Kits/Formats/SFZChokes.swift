// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Which strokes of an SFZ kit end which sounds (`group`, `off_by`). Where the regions of each pad
/// agree, pads end pads. Where they differ, as one of two microphones does, or strokes of one
/// strength, sounds end sounds.
struct SFZChokes {
  /// A drum, and all that plays it.
  typealias Drum = (zone: SFZZone, regions: [SFZRegion])

  let ofPads: [KitDescription.Choke]
  /// Its regions are ended one by one.
  private let isOfSounds: [Bool]
  /// Groups that end sounds one by one.
  private let soundGroups: Set<Int>

  init(_ drums: [Drum]) {
    let strikes = drums.map { Set($0.regions.map(\.group)).subtracting([0]) }
    let parting = zip(drums, strikes).filter { Self.isParted($0.0) && $0.1.count > 0 }
      .map(\.1).reduce(Set()) { $0.union($1) }
    let isOfSounds = drums.map { drum in
      let ended = Set(drum.regions.map(\.offBy)).subtracting([0])
      return !ended.isEmpty
        && (Self.differ(drum.regions) { ($0.offBy, $0.offSeconds) == ($1.offBy, $1.offSeconds) }
          || !ended.isDisjoint(with: parting))
    }
    self.isOfSounds = isOfSounds
    soundGroups = zip(drums, isOfSounds).filter(\.1).flatMap { $0.0.regions.map(\.offBy) }
      .reduce(into: Set()) { $0.insert($1) }
    var ofPads: [KitDescription.Choke] = []
    for (ends, sounding) in drums.enumerated() {
      let heard = sounding.regions.filter { $0.region.slice != nil }
      let isOne = !heard.isEmpty && heard.allSatisfy { $0.notePolyphony == 1 }
      // Thousands of regions end in a few ways.
      let ways = Set(sounding.regions.map(Ending.init)).sorted {
        ($0.endedBy, $0.seconds) < ($1.endedBy, $1.seconds)
      }
      for by in drums.indices {
        let isRepeated = by == ends && sounding.zone.isOneNote
        let ended = ways.first { way in
          // A group spares the key that is struck again.
          !isOfSounds[ends] && strikes[by].contains(way.endedBy)
            && !(isRepeated && way.group == way.endedBy)
        }
        if let ended = ended ?? (isRepeated && isOne ? ways.first : nil) {
          ofPads.append(
            .init(by: by, ends: ends, seconds: ended.seconds, isSteep: ended.isSteep))
        }
      }
    }
    self.ofPads = ofPads
  }

  /// How a region ends.
  private struct Ending: Hashable {
    let group: Int
    let endedBy: Int
    let seconds: Float
    let isSteep: Bool

    init(_ region: SFZRegion) {
      (group, endedBy) = (region.group, region.offBy)
      (seconds, isSteep) = (region.offSeconds, region.isOffSteep)
    }
  }

  /// What ends a region alone, and what it ends; nothing where that holds for all of its pad.
  func choke(of region: SFZRegion, ofPad pad: Int) -> SoundChoke {
    let group = soundGroups.contains(region.group) ? region.group : 0
    guard isOfSounds[pad] else { return SoundChoke(group: group, endedBy: 0, seconds: 0) }
    return SoundChoke(
      group: group, endedBy: region.offBy, seconds: region.offBy == 0 ? 0 : region.offSeconds,
      isSteep: region.offBy != 0 && region.isOffSteep)
  }

  /// Not each stroke of a drum belongs to the same groups.
  private static func isParted(_ drum: Drum) -> Bool {
    differ(drum.regions) { $0.group == $1.group }
  }

  private static func differ(
    _ regions: [SFZRegion], _ areAlike: (SFZRegion, SFZRegion) -> Bool
  ) -> Bool {
    regions.contains { !areAlike($0, regions[0]) }
  }
}
