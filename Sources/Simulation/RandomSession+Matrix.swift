// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument

extension RandomSession {
  /// A row of the matrix of hits that comes, leads elsewhere, or goes.
  /// It draws by itself, so that a seed changes all else as it did before there was a matrix.
  static func changeMatrix(_ performance: Performance) {
    var generator = SeededGenerator(seed: UInt64(performance.snapshot.frame))
    func chance(_ range: ClosedRange<Int>) -> Int {
      range.lowerBound + Int(generator.next() % UInt64(range.count))
    }
    let filled = performance.filledSlots
    let row = chance(1...Modulation.rows.count)
    guard !filled.isEmpty, chance(0...3) > 0 else {
      performance.take(.modulate(EngineCommand.Modulate(row: row, nil)))
      return
    }
    let change = filled[chance(0...filled.count - 1)]
    let names = change.setting?.names ?? []
    let sources = ModulationSource.allCases
    performance.take(
      .modulate(
        EngineCommand.Modulate(
          row: row,
          Modulation(
            sources[chance(0...sources.count - 1)], change.bus, slot: change.slot,
            names[chance(0...names.count - 1)], amount: Float(chance(-10...10)) / 10))))
  }
}

extension Performance {
  /// What its racks hold.
  fileprivate var filledSlots: [SlotChange] {
    let places = RackPlace.buses + (0...3).map { RackPlace.pad("drum \($0)") }
    return places.flatMap { place in
      rack(of: place).sorted { $0.key < $1.key }.map { SlotChange(place, slot: $0.key, $0.value) }
    }
  }
}
