// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A pad as a kit describes it, before its sounds are in memory.
struct PadLayout {
  /// The sounds that answer a range of velocities.
  struct Layer: Equatable {
    /// MIDI velocities.
    var velocities: ClosedRange<Int>
    /// Indices of regions that sound together, for each variation.
    let variations: [[Int]]
  }

  let note: Int
  let role: PadRole
  let name: String
  let pan: Float
  /// Groups of the kit's own numbering, 0 for none.
  var group: Int
  var offBy: Int
  var offSeconds: Float
  let layers: [Layer]

  /// Fade of a hi-hat that is closed, in seconds.
  static let hihatOffSeconds: Float = 0.03

  /// Sorts regions into pads by note, layers by velocity and variations by turn, and reports what does not fit.
  ///
  /// No velocity of a pad is left silent: where the regions leave a gap the nearest layer answers.
  static func pads(
    of regions: [KitRegion], reporting problems: inout [KitProblem]
  ) -> [PadLayout] {
    var notesOfRegions: [[Int]: [Int]] = [:]
    for note in 0...127 {
      let active = regions.indices.filter { regions[$0].notes.contains(note) }
      if !active.isEmpty { notesOfRegions[active, default: []].append(note) }
    }
    let pads = notesOfRegions.map { pad(notes: $1, $0.map { ($0, regions[$0]) }, &problems) }
    return withHihatChoke(pads.sorted { ($0.rank, $0.note) < ($1.rank, $1.note) })
  }

  /// Pads on the very note of their role come before its relatives.
  private var rank: Int { role.generalMIDINote == note ? 0 : 1 }

  private static func pad(
    notes: [Int], _ regions: [(index: Int, region: KitRegion)], _ problems: inout [KitProblem]
  ) -> PadLayout {
    let roles = notes.map { ($0, PadRole(generalMIDINote: $0)) }
    let (note, noteRole) =
      roles.first { $0.1.generalMIDINote == $0.0 } ?? roles.first { $0.1 != .other } ?? roles[0]
    let first = regions[0].region
    let label = sharedBeginning(of: regions.map(\.region.label))
    let file = sharedBeginning(of: regions.map { Folder.stem($0.region.slice.path) })
    let role = noteRole == .other ? PadRole(drumName: label.isEmpty ? file : label) : noteRole
    let name = [label, role == .other ? file : role.name, role.name].first { !$0.isEmpty }
    let isOnePan = regions.allSatisfy { $0.region.pan == first.pan }
    if regions.contains(where: {
      $0.region.group != first.group || $0.region.offBy != first.offBy
        || $0.region.offSeconds != first.offSeconds
    }) {
      problems.append(
        KitProblem(
          kind: .differingSettings, line: first.line,
          message:
            "the regions of note \(note) differ in group, off_by or off_time; those here count"))
    }
    return PadLayout(
      note: note, role: role, name: name ?? role.name, pan: isOnePan ? first.pan : 0,
      group: first.group,
      offBy: first.offBy, offSeconds: first.offSeconds,
      layers: layers(note: note, regions, &problems))
  }

  /// What names have in common, without the numbers and marks that tell them apart.
  private static func sharedBeginning(of names: [String]) -> String {
    guard var shared = names.first?[...] else { return "" }
    for name in names.dropFirst() {
      let same = zip(shared, name).prefix { $0 == $1 }.count
      shared = shared.prefix(same)
    }
    while let last = shared.last, !last.isLetter { shared = shared.dropLast() }
    return String(shared)
  }

  private static func layers(
    note: Int, _ regions: [(index: Int, region: KitRegion)], _ problems: inout [KitProblem]
  ) -> [Layer] {
    let edges = Set(
      regions.flatMap { [$0.region.velocities.lowerBound, $0.region.velocities.upperBound + 1] })
    let starts = edges.sorted()
    var layers: [Layer] = []
    for (low, next) in zip(starts, starts.dropFirst()) {
      let active = regions.filter { $0.region.velocities.contains(low) }
      guard !active.isEmpty else { continue }
      let variations = variations(active)
      if let last = layers.last, last.velocities.upperBound + 1 == low,
        last.variations == variations
      {
        layers[layers.count - 1].velocities = last.velocities.lowerBound...next - 1
      } else {
        layers.append(Layer(velocities: low...next - 1, variations: variations))
      }
    }
    return filled(layers, note: note, line: regions[0].region.line, &problems)
  }

  /// Regions that always sound join each variation.
  private static func variations(_ active: [(index: Int, region: KitRegion)]) -> [[Int]] {
    let always = active.filter { $0.region.turn == nil }.map(\.index)
    var order: [KitRegion.Turn] = []
    var turns: [KitRegion.Turn: [Int]] = [:]
    for (index, region) in active {
      guard let turn = region.turn else { continue }
      if turns[turn] == nil { order.append(turn) }
      turns[turn, default: always].append(index)
    }
    return order.isEmpty ? [always] : order.compactMap { turns[$0] }
  }

  private static func filled(
    _ layers: [Layer], note: Int, line: SourceLine, _ problems: inout [KitProblem]
  ) -> [Layer] {
    var filled = layers
    var gaps: [ClosedRange<Int>] = []
    for index in filled.indices {
      let velocities = filled[index].velocities
      var low = velocities.lowerBound
      var high = velocities.upperBound
      if index == 0 {
        if low > 1 { gaps.append(1...low - 1) }
        low = 0
      } else {
        low = filled[index - 1].velocities.upperBound + 1
      }
      if index == filled.count - 1 {
        if high < 127 { gaps.append(high + 1...127) }
        high = 127
      } else {
        let next = filled[index + 1].velocities.lowerBound
        if next > high + 1 { gaps.append(high + 1...next - 1) }
        high = (high + next) / 2
      }
      filled[index].velocities = low...max(low, high)
    }
    for gap in gaps {
      problems.append(
        KitProblem(
          kind: .velocityGap, line: line,
          message:
            "note \(note) has no sound for velocities \(gap.lowerBound)...\(gap.upperBound); "
            + "the nearest layer answers"))
    }
    return filled
  }

  /// Players expect a hi-hat that closes to end its open sound, also of kits that do not say so.
  private static func withHihatChoke(_ pads: [PadLayout]) -> [PadLayout] {
    let roles: [PadRole] = [.hihatClosed, .hihatPedal, .hihatOpen]
    let hihats = pads.indices.filter { roles.contains(pads[$0].role) }
    guard hihats.allSatisfy({ pads[$0].group == 0 && pads[$0].offBy == 0 }) else { return pads }
    let group = 1 + (pads.flatMap { [$0.group, $0.offBy] }.max() ?? 0)
    var choked = pads
    for index in hihats {
      choked[index].group = group
      choked[index].offBy = group
      choked[index].offSeconds = hihatOffSeconds
    }
    return choked
  }
}
