// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing
import Testing

@testable import Notation

@Suite struct GridTests {
  private func played(_ groove: Groove, seed: UInt64, drift: Double = 0.004) -> (
    notes: [ScoreNote], beats: [Double]
  ) {
    let tempo = (groove.tempi.lowerBound + groove.tempi.upperBound) / 2
    return groove.played(
      atBeatsPerMinute: tempo, bars: 12, spreadSeconds: 0.008, drift: drift, seed: seed)
  }

  @Test(
    "with the tempo given, beats follow the player within a few milliseconds, and bars begin right"
  )
  func beats() {
    var (right, bars, count) = (0, 0, 0)
    for groove in Groove.all {
      for seed in 1...10 as ClosedRange<UInt64> {
        let (notes, beats) = played(groove, seed: seed)
        let tempo = (groove.tempi.lowerBound + groove.tempi.upperBound) / 2
        let grid = GridFinder(meter: groove.meter, beatsPerMinute: tempo).find(notes)
        let errors = beats.dropLast(2).map { beat in
          let position = grid.line.position(beat)
          return abs(beat - grid.line.time(position.rounded()))
        }.sorted()
        count += 1
        if errors[errors.count * 9 / 10] < 0.02 { right += 1 }
        if abs(grid.line.position(beats[0])) < 0.1 { bars += 1 }
        #expect(grid.grid == (groove.steps == 3 ? 12 : 16), "\(groove.name) \(seed)")
      }
    }
    #expect(right * 100 >= 95 * count && bars * 100 >= 85 * count, "\(right) \(bars) of \(count)")
  }

  @Test("a player with a click gets even beats of just that tempo")
  func click() {
    let groove = Groove.all[0]
    let (notes, beats) = played(groove, seed: 3, drift: 0)
    let grid = GridFinder(beatsPerMinute: 120).find(notes)
    #expect(grid.isSteady && abs(grid.beatsPerMinute - 120) < 1e-9)
    #expect(abs(grid.line.seconds[0] - beats[0]) < 0.004)
    let late = notes.map { grid.lateSeconds($0.seconds) }
    #expect(late.allSatisfy { abs($0) < 0.04 })
  }

  @Test("a position is the time's and the time the position's, before, between and after the beats")
  func line() {
    let line = BeatLine([1, 1.5, 2.1, 2.5])
    for time in [-3.0, 1, 1.2, 2.0999, 2.5, 9] {
      #expect(abs(line.time(line.position(time)) - time) < 1e-9)
    }
    #expect(abs(line.counted(fromBeat: -2).position(1) - 2) < 1e-9)
    #expect(abs(line.counted(fromBeat: 2).position(2.5) - 1) < 1e-9)
  }
}
