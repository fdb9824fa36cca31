// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Storage

/// Sorts the regions of an SFZ file into pads: keys that play the same regions are one, or a few
/// drums that are tuned.
struct SFZPads {
  private(set) var pads: [PadDescription] = []
  private(set) var chokes: [KitDescription.Choke] = []
  private(set) var problems: [KitProblem] = []

  init(_ regions: [SFZRegion]) {
    var notesOfRegions: [[Int]: [Int]] = [:]
    var regionCount = 0
    for note in 0...127 {
      let active = regions.indices.filter { regions[$0].notes.contains(note) }
      guard !active.isEmpty else { continue }
      if notesOfRegions[active] == nil {
        guard regionCount + active.count <= Limits.kitRegions else {
          problems = [Self.tooMany(regions[active[0]], notes: [note])]
          continue
        }
        regionCount += active.count
      }
      notesOfRegions[active, default: []].append(note)
    }
    var found: [(pad: PadDescription, zone: SFZZone, regions: [SFZRegion])] = []
    for (indices, notes) in notesOfRegions.sorted(by: { $0.value[0] < $1.value[0] }) {
      let own = indices.map { regions[$0] }
      let all = SFZZone.zones(of: notes, own, named: Self.role(own))
      let most = max(1, (Limits.kitRegions - regionCount) / own.count + 1)
      regionCount += (min(most, all.count) - 1) * own.count
      if all.count > most { problems.append(Self.tooMany(own[0], notes: all[most].keys)) }
      for zone in all.prefix(most) {
        found.append((pad: Self.pad(zone, own), zone: zone, regions: own))
      }
    }
    found.sort { Self.rank($0.pad) < Self.rank($1.pad) }
    let endings = SFZChokes(found.map { (zone: $0.zone, regions: $0.regions) })
    pads = found.enumerated().map { index, found in
      var pad = found.pad
      for place in pad.regions.indices {
        pad.regions[place].voicing.choke = endings.choke(of: found.regions[place], ofPad: index)
      }
      return pad
    }
    chokes = endings.ofPads
  }

  /// Pads on the very note of their role come before its relatives.
  private static func rank(_ pad: PadDescription) -> (Int, Int) {
    (pad.role.generalMIDINote == pad.note ? 0 : 1, pad.note ?? 0)
  }

  private static func tooMany(_ region: SFZRegion, notes: [Int]) -> KitProblem {
    KitProblem(
      kind: .tooMuch, line: region.region.line,
      message: "more than \(Limits.kitRegions) regions of all notes together: "
        + "those of note \(notes[0]) are left out")
  }

  /// What regions share of their names: what the kit calls them, and their files.
  private static func names(_ regions: [SFZRegion]) -> (label: String, file: String) {
    (
      sharedBeginning(of: regions.map(\.label)),
      sharedBeginning(of: regions.map { Folder.stem($0.region.slice?.path ?? "") })
    )
  }

  private static func role(_ regions: [SFZRegion]) -> PadRole {
    let (label, file) = names(regions)
    let byLabel = PadRole(drumName: label)
    return byLabel == .other ? PadRole(drumName: file) : byLabel
  }

  private static func pad(_ zone: SFZZone, _ regions: [SFZRegion]) -> PadDescription {
    let (label, file) = names(regions)
    let name = [label, zone.role == .other ? file : zone.role.name].first { !$0.isEmpty }
    var pad = PadDescription(
      name: name ?? zone.role.name, role: zone.role, note: zone.ownKey, line: regions[0].region.line
    )
    pad.zone = KeyZone(
      zone.keys, semitonesPerKey: zone.semitonesPerKey,
      // A note ends as a whole; a drum that says nothing sounds to its end, as nobody holds what is
      // struck.
      releaseSeconds: regions.allSatisfy { $0.isHeld ?? zone.isTuned }
        ? regions.map(\.releaseSeconds).max() : nil)
    pad.randomOffsets = RandomOffsets(
      gainDecibels: regions.map(\.randomOffsets.gainDecibels).max() ?? 0,
      pitchSemitones: regions.map(\.randomOffsets.pitchSemitones).max() ?? 0)
    pad.voiceLimit = limit(regions, zone)
    pad.regions = regions.map { region in
      var own = region.region
      let semitones = region.pitchSemitones(note: zone.ownKey)
      if let tone = own.slice?.tone {
        own.slice?.tone = tone.tuned(semitones: semitones)
      } else {
        own.pitchSemitones = semitones
      }
      return own
    }
    return pad
  }

  /// Of a group or a header, else of the note alone, where that is all that plays it; one hit a note is a
  /// choke.
  private static func limit(_ regions: [SFZRegion], _ zone: SFZZone) -> VoiceLimit? {
    let ofGroup = regions.compactMap { region in
      region.polyphony.map { VoiceLimit(group: region.limitedGroup, count: $0) }
    }
    let ofNote = zone.isOneNote ? regions.compactMap(\.notePolyphony).filter { $0 > 1 } : []
    return (ofGroup + ofNote.map { VoiceLimit(group: -1 - zone.ownKey, count: $0) })
      .min { $0.count < $1.count }
  }

  /// The common part of names, without the numbers and marks that distinguish them.
  private static func sharedBeginning(of names: [String]) -> String {
    guard var shared = names.first?[...] else { return "" }
    for name in names.dropFirst() {
      let same = zip(shared, name).prefix { $0 == $1 }.count
      shared = shared.prefix(same)
    }
    func dropMarks() { while let last = shared.last, !last.isLetter { shared = shared.dropLast() } }
    dropMarks()
    // The V of V1 and V2.
    let words = shared.split(separator: " ")
    if words.count > 1, words[words.count - 1].count == 1,
      names[0][shared.endIndex...].first?.isNumber == true
    {
      shared = shared.dropLast()
      dropMarks()
    }
    return String(shared)
  }
}
