// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Sequencing
import Testing

@testable import Notation

@Suite struct TempoSearchTests {
  /// Notes of a bar's pattern: places in beats, a drum and how strong.
  private struct Bar {
    var notes: [(beat: Double, role: PadRole, velocity: Float)] = []
    var beats = 4.0

    mutating func add(_ role: PadRole, _ velocity: Float, _ places: [Double]) {
      for place in places { notes.append((place, role, velocity)) }
    }

    func played(_ tempo: Double, bars: Int, spreadSeconds: Double, seed: UInt64) -> [ScoreNote] {
      var generator = SeededGenerator(seed: seed)
      func normal() -> Double {
        let angle = 2 * Double.pi * Double(generator.uniform())
        return (-2 * log(1 - Double(generator.uniform()))).squareRoot() * cos(angle)
      }
      var played: [ScoreNote] = []
      for bar in 0..<bars {
        for note in notes {
          let beat = Double(bar) * beats + note.beat
          played.append(
            ScoreNote(
              seconds: 1 + beat * 60 / tempo + spreadSeconds * normal(), sound: note.role.name,
              role: note.role, velocity: note.velocity))
        }
      }
      return played.sorted { $0.seconds < $1.seconds }
    }
  }

  private static func thirds(_ places: [Int]) -> [Double] { places.map { Double($0) / 3 } }

  private func isOctave(_ found: Double?, of tempo: Double) -> Bool {
    [0.5, 1, 2].contains { abs((found ?? 0) / (tempo * $0) - 1) < 0.02 }
  }

  @Test(
    "sixteenths on the hi-hat show their tempo, however fast, and more of them show it better",
    arguments: [70.0, 128, 150, 176, 195, 208, 220])
  func fastSixteenths(tempo: Double) {
    var bar = Bar()
    bar.add(.hihatClosed, 0.5, (0..<16).map { Double($0) / 4 })
    bar.add(.kick, 0.8, [0, 1.75, 2.5])
    bar.add(.snare, 0.8, [1, 3])
    for bars in [4, 12, 40] {
      let notes = bar.played(tempo, bars: bars, spreadSeconds: 0.007, seed: UInt64(tempo))
      let grid = GridFinder().find(notes)
      #expect(!grid.isTempoGuessed && grid.stepsPerBeat == 4, "\(bars)")
      #expect(isOctave(grid.beatsPerMinute, of: tempo), "\(bars): \(grid.beatsPerMinute)")
    }
    let few = TempoSearch(bar.played(tempo, bars: 4, spreadSeconds: 0.007, seed: 1))
    let many = TempoSearch(bar.played(tempo, bars: 40, spreadSeconds: 0.007, seed: 1))
    #expect(
      few.readings(meters: TempoPriors.meters)[0].evidence
        < many.readings(meters: TempoPriors.meters)[0].evidence)
  }

  @Test(
    "a ride of exact triplets is written in triplets at any tempo",
    arguments: [64.0, 96, 118, 134, 152, 171, 188, 204, 219])
  func triplets(tempo: Double) {
    var bar = Bar()
    bar.add(.ride, 0.6, Self.thirds([0, 3, 5, 6, 9, 11]))
    bar.add(.hihatPedal, 0.5, [1, 3])
    bar.add(.kick, 0.4, [0, 1, 2, 3])
    let notes = bar.played(tempo, bars: 12, spreadSeconds: 0.004, seed: UInt64(tempo))
    let grid = GridFinder().find(notes)
    #expect(isOctave(grid.beatsPerMinute, of: tempo), "\(grid.beatsPerMinute)")
    #expect(grid.stepsPerBeat % 3 == 0)
    #expect(notes.allSatisfy { abs(grid.lateSeconds($0.seconds)) < 0.02 })
  }

  @Test(
    "a half-time shuffle is not counted in three against two", arguments: [88.0, 104, 132, 158])
  func halfTimeShuffle(tempo: Double) {
    var bar = Bar()
    bar.add(.hihatClosed, 0.5, Self.thirds([0, 2, 3, 5, 6, 8, 9, 11]))
    bar.add(.kick, 0.8, Self.thirds([0, 5]))
    bar.add(.snare, 0.8, [2])
    bar.add(.snare, 0.2, Self.thirds([1, 4, 10]))
    let grid = GridFinder().find(
      bar.played(tempo, bars: 12, spreadSeconds: 0.006, seed: UInt64(tempo)))
    #expect(isOctave(grid.beatsPerMinute, of: tempo), "\(grid.beatsPerMinute)")
    #expect(grid.stepsPerBeat % 3 == 0 && grid.meter == .common)
  }

  @Test("a metronome at 60 stays at 60, and its octave is named", arguments: [12, 30, 90])
  func metronome(bars: Int) {
    var bar = Bar()
    bar.add(.snare, 0.7, [0, 1, 2, 3])
    let grid = GridFinder().find(bar.played(60, bars: bars, spreadSeconds: 0.004, seed: 5))
    #expect(abs(grid.beatsPerMinute - 60) < 0.5)
    #expect([30, 120].contains { abs((grid.otherBeatsPerMinute ?? 0) - $0) < 1 })
  }

  @Test("the tempo that is found is counted twice or half as fast if the player says so")
  func factors() {
    var bar = Bar()
    bar.add(.hihatClosed, 0.5, (0..<8).map { Double($0) / 2 })
    bar.add(.kick, 0.8, [0, 2])
    bar.add(.snare, 0.8, [1, 3])
    let notes = bar.played(104, bars: 8, spreadSeconds: 0.005, seed: 9)
    for factor in [0.5, 1, 2] {
      let grid = GridFinder(factor: factor).find(notes)
      #expect(abs(grid.beatsPerMinute - factor * 104) < 1, "\(grid.beatsPerMinute)")
      #expect(notes.allSatisfy { abs(grid.lateSeconds($0.seconds)) < 0.025 })
    }
  }

  @Test("three beats in a bar are found, and a given meter stays", arguments: [84.0, 112, 150])
  func waltz(tempo: Double) {
    var bar = Bar(beats: 3)
    bar.add(.kick, 0.8, [0])
    bar.add(.snare, 0.6, [1, 2])
    bar.add(.hihatClosed, 0.5, [0, 0.5, 1, 1.5, 2, 2.5])
    let notes = bar.played(tempo, bars: 20, spreadSeconds: 0.006, seed: UInt64(tempo))
    #expect(GridFinder().find(notes).meter.description == "3/4")
    #expect(GridFinder(meter: .common).find(notes).meter == .common)
  }

  @Test("eighths that swing lightly are sixteenths with a swing, not late notes")
  func swing() {
    var bar = Bar()
    bar.add(.hihatClosed, 0.5, (0..<4).flatMap { [Double($0), Double($0) + 0.6] })
    bar.add(.kick, 0.8, [0, 2])
    bar.add(.snare, 0.8, [1, 3])
    let notes = bar.played(110, bars: 12, spreadSeconds: 0.004, seed: 4)
    let grid = GridFinder().find(notes)
    #expect(isOctave(grid.beatsPerMinute, of: 110) && grid.grid == 16)
    #expect((0.58...0.62).contains(grid.swing))
    #expect(notes.allSatisfy { abs(grid.lateSeconds($0.seconds)) < 0.02 })
    for step in stride(from: -3.0, through: 9, by: 0.25) {
      let back = grid.step(nearest: grid.seconds(ofStep: step))
      #expect(abs(Double(back.step) + back.offset - step) < 1e-6)
    }
  }

  @Test("twenty minutes of dense hits are counted, all of them")
  func long() {
    var bar = Bar()
    bar.add(.hihatClosed, 0.5, (0..<16).map { Double($0) / 4 })
    bar.add(.snare, 0.8, [1, 3])
    bar.add(.kick, 0.8, [0, 1.5, 2])
    let notes = bar.played(120, bars: 600, spreadSeconds: 0.006, seed: 2)
    #expect(abs(GridFinder().find(notes).beatsPerMinute - 120) < 0.1)
  }

  @Test("notes of any times have a grid: even ones, at once, in bursts, hours apart")
  func anyTimes() {
    var generator = SeededGenerator(seed: 5)
    func random(_ count: Int, _ seconds: Double) -> [Double] {
      (0..<count).map { _ in seconds * Double(generator.uniform()) }.sorted()
    }
    let rows: [[Double]] = [
      (0..<1000).map { 0.1 * Double($0) }, [Double](repeating: 3, count: 500),
      random(600, 2), random(300, 40_000),
      random(40, 5).flatMap { first in (0..<5).map { first + 0.001 * Double($0) } }.sorted(),
      [0, 0.0001, 30_000, 30_000.0001, 80_000], (0..<400).map { Double($0 * $0) / 500 },
    ]
    for (number, times) in rows.enumerated() {
      let notes = times.map {
        ScoreNote(seconds: $0, sound: "snare", role: .snare, velocity: 0.5)
      }
      let grid = GridFinder().find(notes)
      let late = times.map(grid.lateSeconds)
      #expect(
        grid.beatsPerMinute > 0 && late.allSatisfy(\.isFinite), "row \(number): \(grid.meter)")
    }
  }
}
