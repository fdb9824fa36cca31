// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Storage

/// Sorts the regions of an SFZ file into pads: notes that play the same are one.
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
          problems = [
            KitProblem(
              kind: .tooMuch, line: regions[active[0]].region.line,
              message:
                "more than \(Limits.kitRegions) regions of all notes together: those of note \(note) are left out"
            )
          ]
          continue
        }
        regionCount += active.count
      }
      notesOfRegions[active, default: []].append(note)
    }
    let found = notesOfRegions.map { (pad: Self.pad(notes: $1, $0.map { regions[$0] }), $0) }
      .sorted { Self.rank($0.pad) < Self.rank($1.pad) }
    pads = found.map(\.pad)
    let groups = found.map { $0.1.map { regions[$0] } }
    chokes = Self.chokes(groups)
    for (pad, regions) in zip(pads, groups) where Self.differ(regions) {
      problems.append(
        KitProblem(
          kind: .differingSettings, line: pad.line,
          message: "the regions of note \(pad.note ?? 0) differ in group, off_by or off_time; "
            + "a hit on any of them counts for all, and ends where all that sounds in it does"))
    }
  }

  /// Pads on the very note of their role come before its relatives.
  private static func rank(_ pad: PadDescription) -> (Int, Int) {
    (pad.role.generalMIDINote == pad.note ? 0 : 1, pad.note ?? 0)
  }

  private static func pad(notes: [Int], _ regions: [SFZRegion]) -> PadDescription {
    let roles = notes.map { ($0, PadRole(generalMIDINote: $0)) }
    let (note, noteRole) =
      roles.first { $0.1.generalMIDINote == $0.0 } ?? roles.first { $0.1 != .other } ?? roles[0]
    let label = sharedBeginning(of: regions.map(\.label))
    let file = sharedBeginning(of: regions.map { Folder.stem($0.region.slice?.path ?? "") })
    let role = noteRole == .other ? PadRole(drumName: label.isEmpty ? file : label) : noteRole
    let name = [label, role == .other ? file : role.name, role.name].first { !$0.isEmpty }
    var pad = PadDescription(
      name: name ?? role.name, role: role, note: note, line: regions[0].region.line)
    pad.randomOffsets = RandomOffsets(
      gainDecibels: regions.map(\.randomOffsets.gainDecibels).max() ?? 0,
      pitchSemitones: regions.map(\.randomOffsets.pitchSemitones).max() ?? 0)
    pad.voiceLimit = limit(regions, note: note)
    pad.regions = regions.map { region in
      var own = region.region
      own.pitchSemitones = region.pitchSemitones(note: note)
      return own
    }
    return pad
  }

  /// Of a group, else of the note alone; one hit a note is a choke.
  private static func limit(_ regions: [SFZRegion], note: Int) -> VoiceLimit? {
    let ofGroup = regions.compactMap { region in
      region.polyphony.map { VoiceLimit(group: region.group, count: $0) }
    }
    let ofNote = regions.compactMap(\.notePolyphony).filter { $0 > 1 }
      .map { VoiceLimit(group: -1 - note, count: $0) }
    return (ofGroup + ofNote).min { $0.count < $1.count }
  }

  /// The common part of names, without the numbers and marks that distinguish them.
  private static func sharedBeginning(of names: [String]) -> String {
    guard var shared = names.first?[...] else { return "" }
    for name in names.dropFirst() {
      let same = zip(shared, name).prefix { $0 == $1 }.count
      shared = shared.prefix(same)
    }
    while let last = shared.last, !last.isLetter { shared = shared.dropLast() }
    return String(shared)
  }

  private static func differ(_ regions: [SFZRegion]) -> Bool {
    regions.contains {
      $0.group != regions[0].group || $0.offBy != regions[0].offBy
        || $0.offSeconds != regions[0].offSeconds
    }
  }

  private static func chokes(_ pads: [[SFZRegion]]) -> [KitDescription.Choke] {
    let strikes = pads.map { Set($0.map(\.group)).subtracting([0]) }
    var chokes: [KitDescription.Choke] = []
    for (ends, sounding) in pads.enumerated() {
      for by in pads.indices {
        let ended = ended(of: sounding) {
          strikes[by].contains($0.offBy) || (by == ends && $0.notePolyphony == 1)
        }
        if let ended { chokes.append(.init(by: by, ends: ends, seconds: ended.offSeconds)) }
      }
    }
    return chokes
  }

  /// A hit ends as a whole: a region that a stroke ends with all that sounds beside it at some velocity; nil for none.
  private static func ended(
    of regions: [SFZRegion], by isEnded: (SFZRegion) -> Bool
  ) -> SFZRegion? {
    guard regions.contains(where: isEnded) else { return nil }
    var staysAt = [Bool](repeating: false, count: 128)
    for region in regions where region.region.slice != nil && !isEnded(region) {
      for velocity in region.region.velocities { staysAt[velocity] = true }
    }
    return regions.first { region in
      isEnded(region) && region.region.velocities.contains { !staysAt[$0] }
    }
  }
}
