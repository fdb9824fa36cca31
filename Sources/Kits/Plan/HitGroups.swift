// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// Sorts the regions of a pad into the hits that they make, and these into layers by velocity.
struct HitGroups {
  /// The hits that answer a range of velocities.
  struct Layer: Equatable {
    /// MIDI velocities.
    var velocities: ClosedRange<Int>
    /// The indices of regions that sound together, for each variation.
    let variations: [[Int]]
  }

  /// A crossfade is mixed again after this many MIDI velocities.
  private static let crossfadeStep = 8

  private let regions: [KitRegion]

  init(_ regions: [KitRegion]) { self.regions = regions }

  /// Layers must be found from the loudness of the hits.
  var areMeasured: Bool { regions.contains { $0.strength == .measured } }

  /// All hits, whatever their velocity.
  var all: [[Int]] { variations(Array(regions.indices)) }

  /// No velocity is silent: the nearest layer fills a gap between the regions.
  func layers(_ pad: PadDescription, reporting problems: inout ProblemList) -> [Layer] {
    let ranges = regions.map(\.velocities)
    let ends = ranges.flatMap { [$0.lowerBound, $0.upperBound + 1] }
    let starts = Set(ends + zip(regions, ranges).flatMap(Self.crossfadeSteps)).sorted()
    var layers: [Layer] = []
    for (low, next) in zip(starts, starts.dropFirst()) {
      let active = regions.indices.filter { ranges[$0].contains(low) }
      guard !active.isEmpty else { continue }
      let all = variations(active)
      if all.count > Limits.layerVariations {
        problems.add(
          .tooMuch, pad.line,
          "'\(pad.name)' has more than \(Limits.layerVariations) variations in a layer; the rest is left out"
        )
      }
      if all.contains(where: { $0.count > Limits.hitRegions }) {
        problems.add(
          .tooMuch, pad.line,
          "'\(pad.name)' has more than \(Limits.hitRegions) regions that sound together; the rest is left out"
        )
      }
      let variations = all.prefix(Limits.layerVariations).map {
        Array($0.prefix(Limits.hitRegions))
      }
      if let last = layers.last, last.velocities.upperBound + 1 == low,
        last.variations == variations, !isCrossfaded(active)
      {
        layers[layers.count - 1].velocities = last.velocities.lowerBound...next - 1
      } else {
        layers.append(Layer(velocities: low...next - 1, variations: variations))
      }
    }
    return filled(layers, pad, &problems)
  }

  private func isCrossfaded(_ active: [Int]) -> Bool {
    active.contains { regions[$0].crossfade != nil }
  }

  /// The velocities at which a region must be mixed again.
  private static func crossfadeSteps(_ region: KitRegion, _ range: ClosedRange<Int>) -> [Int] {
    guard let gains = region.crossfade else { return [] }
    return range.dropFirst().filter { $0 % crossfadeStep == 0 && gains[$0] != gains[$0 - 1] }
  }

  /// Regions that always sound join each variation; silences join only if nothing else sounds.
  private func variations(_ active: [Int]) -> [[Int]] {
    let always = active.filter { regions[$0].turn == .always }
    var hits: [Int: [Int]] = [:]
    var parts: [Int: [Int]] = [:]
    var draws: [(index: Int, draw: Draw)] = []
    for index in active {
      switch regions[index].turn {
      case .always: break
      case .hit(let hit): hits[hit, default: always].append(index)
      case .part(let part): parts[part, default: []].append(index)
      case .draw(let length, let position, let low, let high):
        draws.append(
          (index, Draw(length: length, position: position, random: (low, high))))
      }
    }
    let inOrder = hits.sorted { $0.key < $1.key }.map(\.value)
    let weights = inOrder.map { hit in hit.last.map { regions[$0].weight } ?? 1 }
    var variations = inOrder.isEmpty ? [] : Proportions.round(weights).map { inOrder[$0] }
    let partsInOrder = parts.sorted { $0.key < $1.key }.map(\.value)
    for turn in 0..<(partsInOrder.map(\.count).max() ?? 0) {
      variations.append(always + partsInOrder.map { $0[turn % $0.count] })
    }
    let isAccent = always.contains { regions[$0].slice != nil && regions[$0].gain != 0 }
    variations += Draw.hits(draws, isAccent: isAccent).map { always + $0 }
    return (variations.isEmpty ? [always] : variations).map(withoutSilence)
  }

  private func withoutSilence(_ hit: [Int]) -> [Int] {
    let sounding = hit.filter { regions[$0].slice != nil }
    return sounding.isEmpty ? Array(hit.prefix(1)) : sounding
  }

  private func filled(
    _ layers: [Layer], _ pad: PadDescription, _ problems: inout ProblemList
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
    let name = "'\(pad.name)'" + (pad.note.map { " (note \($0))" } ?? "")
    for gap in gaps {
      problems.add(
        .velocityGap, pad.line,
        "\(name) has no sound for \(gap.velocityText); "
          + "the nearest layer answers")
    }
    return filled
  }
}

extension ClosedRange<Int> {
  /// "velocity 59", "velocities 59...70".
  var velocityText: String {
    count == 1 ? "velocity \(lowerBound)" : "velocities \(lowerBound)...\(upperBound)"
  }
}
