// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Regions that begin later or further on by chance (`offset_random`, `delay_random`): each becomes a few that take
/// turns, with chances evenly spread, for sounds are made when the kit is loaded.
enum SFZRandomStarts {
  /// Different beginnings of a region.
  static let count = 4

  /// The region, or those that stand for it.
  static func spread(_ region: SFZRegion, _ opcodes: SFZOpcodes) -> [SFZRegion] {
    let offset = min(1e9, max(0, opcodes.number("offset_random") ?? 0))
    let delay = min(10, max(0, opcodes.number("delay_random") ?? 0))
    guard offset > 0 || delay > 0, region.region.slice != nil else { return [region] }
    // Regions that sound together do not all begin late at once.
    var generator = SeededGenerator(seed: UInt64(region.region.line.number))
    let offsets = chances(count, &generator)
    let delays = chances(count, &generator)
    return (0..<count).map { turn in
      var own = region
      own.region.slice?.firstFrame += Int(offset * offsets[turn])
      own.region.delaySeconds += delay * delays[turn]
      own.region.turn = region.region.turn.part(turn, of: count)
      return own
    }
  }

  /// Numbers spread over 0...1, in an order by chance.
  static func chances(_ count: Int, _ generator: inout SeededGenerator) -> [Float] {
    (0..<count).map { ((Float($0) + 0.5) / Float(count), generator.next()) }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }
}
