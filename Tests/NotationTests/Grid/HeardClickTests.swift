// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Sequencing
import Testing

@testable import Notation

@Suite struct HeardClickTests {
  private static let rateHz = 48_000

  private func note(_ seconds: Double, _ role: PadRole = .snare) -> ScoreNote {
    ScoreNote(seconds: seconds, sound: role.name, role: role, velocity: 0.7)
  }

  private func click(_ clock: MusicalClock, seconds: Double, delay: Double = 0) throws -> HeardClick
  {
    try #require(
      HeardClick(clock, frames: 0..<Int(seconds * Double(Self.rateHz)), delaySeconds: delay))
  }

  private func medianLate(_ notes: [ScoreNote], _ grid: BeatGrid) -> Double {
    notes.map { grid.lateSeconds($0.seconds) }.sorted()[notes.count / 2]
  }

  @Test(
    "notes after or before the click are that late or early, at any tempo",
    arguments: [50.0, 96, 120, 174, 210], [-0.04, -0.012, 0, 0.025, 0.04])
  func late(tempo: Double, late: Double) throws {
    var clock = MusicalClock(sampleRateHz: Self.rateHz)
    clock.start(Tempo(tempo), .common, atFrame: 1224)
    let begin = 1224 / Double(Self.rateHz)
    for places in [[0.0, 1, 2, 3], [0, 0.5, 1, 1.5, 2, 3]] {
      let notes = (2..<12).flatMap { bar in
        places.map { note(begin + (4 * Double(bar) + $0) * 60 / tempo + late) }
      }
      // Eighths at 210 are too near to be late by 40 ms unseen, so all of these are.
      let grid = GridFinder().find(notes, click: try click(clock, seconds: 60))
      #expect(grid.isClick && grid.isSteady && abs(grid.beatsPerMinute - tempo) < 1e-6)
      #expect(abs(medianLate(notes, grid) - late) < 0.001)
      #expect(grid.step(nearest: notes[0].seconds).step == 0)
    }
  }

  @Test("the way through loudspeaker and microphone is no lateness")
  func delay() throws {
    var clock = MusicalClock(sampleRateHz: Self.rateHz)
    clock.start(Tempo(100), .common, atFrame: 0)
    let notes = (4..<40).map { note(0.6 * Double($0) + 0.011 + 0.02) }
    let grid = GridFinder().find(notes, click: try click(clock, seconds: 30, delay: 0.011))
    #expect(abs(medianLate(notes, grid) - 0.02) < 0.001)
  }

  @Test("a change of tempo is followed on its beat")
  func change() throws {
    var clock = MusicalClock(sampleRateHz: Self.rateHz)
    clock.start(Tempo(120), .common, atFrame: 0)
    clock.change(to: Tempo(80), .common, onBeat: 16)
    let notes = (0..<40).map { beat in
      note(0.03 + (beat < 16 ? 0.5 * Double(beat) : 8 + 0.75 * Double(beat - 16)))
    }
    let grid = GridFinder().find(notes, click: try click(clock, seconds: 30))
    #expect(!grid.isSteady)
    #expect(notes.allSatisfy { abs(grid.lateSeconds($0.seconds) - 0.03) < 0.001 })
    #expect(grid.step(nearest: notes[39].seconds).step == 39 * 4)
  }

  @Test("bars are the click's, and the first is that of the first note")
  func bars() throws {
    var clock = MusicalClock(sampleRateHz: Self.rateHz)
    let waltz = try #require(Meter("3/4"))
    clock.start(Tempo(90), waltz, atFrame: 4800)
    // The first note is on the second beat of the third bar.
    let notes = (7..<40).map { note(0.1 + Double($0) * 60 / 90) }
    let grid = GridFinder().find(notes, click: try click(clock, seconds: 40))
    #expect(grid.meter == waltz && grid.step(nearest: notes[0].seconds).step == 4)
  }

  @Test("of two meters with as many beats, the first is that of the sheet, each time")
  func equalMeters() throws {
    var clock = MusicalClock(sampleRateHz: Self.rateHz)
    let waltz = try #require(Meter("3/4"))
    clock.start(Tempo(120), waltz, atFrame: 0)
    clock.change(to: Tempo(120), .common, onBeat: 12)
    let meters = try (0..<40).map { _ in try click(clock, seconds: 11.9).meter }
    #expect(try click(clock, seconds: 11.9).runs.flatMap(\.beats).count == 24)
    #expect(meters == Array(repeating: waltz, count: 40))
  }

  @Test("where the click is off, the notes say where the beats are; where it is on, it does")
  func offAndOn() throws {
    var clock = MusicalClock(sampleRateHz: Self.rateHz)
    clock.start(Tempo(120), .common, atFrame: 0)
    clock.stop(atFrame: 16 * Self.rateHz)
    clock.start(Tempo(90), .common, atFrame: 48 * Self.rateHz)
    let before = (0..<32).map { note(0.5 * Double($0) + 0.02) }
    // On their own, notes at 100 a minute are on their beats.
    let free = (0..<48).map { note(16.7 + 0.6 * Double($0), $0 % 2 == 0 ? .kick : .snare) }
    let after = (0..<24).map { note(48 + Double($0) * 60 / 90 - 0.02) }
    let grid = GridFinder().find(before + free + after, click: try click(clock, seconds: 64))
    #expect(before.allSatisfy { abs(grid.lateSeconds($0.seconds) - 0.02) < 0.001 })
    #expect(free.allSatisfy { abs(grid.lateSeconds($0.seconds)) < 0.005 })
    #expect(after.allSatisfy { abs(grid.lateSeconds($0.seconds) + 0.02) < 0.001 })
  }

  @Test("triplets to a click are written as triplets")
  func triplets() throws {
    var clock = MusicalClock(sampleRateHz: Self.rateHz)
    clock.start(Tempo(140), .common, atFrame: 0)
    let notes = (6..<120).map { note(0.015 + Double($0) * 60 / 140 / 3) }
    let grid = GridFinder().find(notes, click: try click(clock, seconds: 30))
    #expect(grid.grid == 12 && abs(medianLate(notes, grid) - 0.015) < 0.001)
  }

  /// Eighths of the hi-hat, with kick and snare in turn on the beats.
  private func rock(_ beats: Int, from begin: Double, _ tempo: Double) -> [ScoreNote] {
    (0..<beats).flatMap { beat in
      let seconds = begin + Double(beat) * 60 / tempo
      return [
        note(seconds, beat % 2 == 0 ? .kick : .snare), note(seconds, .hihatClosed),
        note(seconds + 30 / tempo, .hihatClosed),
      ]
    }
  }

  /// A click that stops after two bars.
  private func countIn(_ tempo: Double) throws -> HeardClick {
    var clock = MusicalClock(sampleRateHz: Self.rateHz)
    clock.start(Tempo(tempo), .common, atFrame: 0)
    clock.stop(atFrame: Int((480 / tempo * Double(Self.rateHz)).rounded()))
    return try click(clock, seconds: 60)
  }

  @Test(
    "who keeps the tempo of a count-in is compared with it, after it too",
    arguments: [80.0, 100, 133], [-0.02, 0, 0.03])
  func kept(tempo: Double, late: Double) throws {
    let notes = rock(48, from: 480 / tempo + late, tempo)
    let grid = GridFinder().find(notes, click: try countIn(tempo))
    #expect(grid.isClick && grid.isSteady && abs(grid.beatsPerMinute - tempo) < 1e-6)
    #expect(notes.allSatisfy { abs(grid.lateSeconds($0.seconds) - late) < 0.001 })
    #expect(grid.step(nearest: notes[0].seconds).step % grid.stepsPerBar == 0)
  }

  @Test(
    "who drags or rushes after a count-in is not compared with it: the beats follow the player",
    arguments: [0.96, 0.985, 1.015])
  func left(pace: Double) throws {
    let tempo = 100 * pace
    let notes = rock(64, from: 4.8, tempo)
    let grid = GridFinder().find(notes, click: try countIn(100))
    #expect(!grid.isClick && abs(grid.beatsPerMinute - tempo) < 0.2)
    #expect(notes.allSatisfy { abs(grid.lateSeconds($0.seconds)) < 0.005 })
  }

  @Test("a player who goes on from a count-in off its steps is not compared with it")
  func offTheSteps() throws {
    let notes = (0..<40).map { note(4.8 + 0.18 + 0.6 * Double($0)) }
    #expect(!GridFinder().find(notes, click: try countIn(100)).isClick)
  }

  @Test(
    "a click that becomes much slower has no other beats than its own",
    arguments: [(240.0, 60.0), (240, 30), (180, 75)])
  func slower(tempi: (Double, Double)) throws {
    var clock = MusicalClock(sampleRateHz: Self.rateHz)
    clock.start(Tempo(tempi.0), .common, atFrame: 0)
    clock.change(to: Tempo(tempi.1), .common, onBeat: 16)
    let change = 16 * 60 / tempi.0
    let notes = (0..<32).map { beat in
      let slow = Double(beat - 16) * 60 / tempi.1
      return note(beat < 16 ? Double(beat) * 60 / tempi.0 : change + slow)
    }
    let grid = GridFinder().find(notes, click: try click(clock, seconds: 60))
    #expect(
      notes.map { grid.step(nearest: $0.seconds).step } == (0..<32).map { $0 * grid.stepsPerBeat })
  }

  @Test("playing that begins in the midst of a click's bar has its beats and bars")
  func midBar() throws {
    var clock = MusicalClock(sampleRateHz: Self.rateHz)
    clock.start(Tempo(120), .common, atFrame: 0)
    // The playing begins after the second beat; the first note is on the third.
    let click = try #require(
      HeardClick(clock, frames: 30_000..<30 * Self.rateHz, delaySeconds: 0))
    let notes = (2..<40).map { note(0.5 * Double($0) - 0.625) }
    let grid = GridFinder().find(notes, click: click)
    #expect(
      notes.map { grid.step(nearest: $0.seconds).step }
        == (2..<40).map { $0 * grid.stepsPerBeat })
  }
}
