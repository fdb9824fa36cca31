// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Notation
import Sequencing
import Testing

@testable import Patterns

/// What 'flam sheet' prints is read back as the same notes.
@Suite struct SheetTabTests {
  /// Notes on random steps of a few bars: soft, plain and strong ones, and flams.
  private func sheet(_ grid: BeatGrid, roles: [PadRole], seed: UInt64) -> Sheet {
    var state = seed
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var notes: [ScoreNote] = []
    for step in 0..<3 * grid.stepsPerBar {
      for role in roles where random(3) > 0 {
        let seconds = grid.seconds(ofStep: Double(step))
        let velocity: Float = [0.2, 0.6, 0.6, 0.6, 1][random(5)]
        notes.append(
          ScoreNote(seconds: seconds, sound: role.name, role: role, velocity: velocity))
        if random(8) == 0 {
          notes.append(
            ScoreNote(seconds: seconds - 0.002, sound: role.name, role: role, velocity: 0.1))
        }
      }
    }
    return Sheet(notes, on: grid, title: "monday: late")
  }

  @Test(
    "all notes of a sheet are there, on their steps, with accents, ghost notes and flams",
    arguments: [("4/4", 16), ("4/4", 8), ("4/4", 12), ("3/4", 16), ("6/8", 16), ("5/8", 32)])
  func notes(meter: String, grid: Int) throws {
    let grid = BeatGrid(
      firstSeconds: 1, beatsPerMinute: 100, meter: try #require(Meter(meter)), grid: grid)
    let roles = PadRole.allCases
    let sheet = sheet(grid, roles: roles, seed: UInt64(grid.grid))
    let song = try PatternFile.song(
      Array("meter \(meter)\n\n\(DrumTab(sheet))\n\n\(DrumTab.legend)\n".utf8), path: "a.txt")
    #expect(song.bars.count == sheet.barCount)
    struct Written: Hashable {
      let step: Int
      let role: PadRole
      let letter: String
    }
    let graces = Set(sheet.notes.filter(\.isGrace).map { [$0.step, $0.line] })
    let expected = sheet.notes.filter { !$0.isGrace }.map { note in
      Written(
        step: note.step, role: sheet.lines[note.line].role,
        letter: graces.contains([note.step, note.line]) ? "flam" : "\(note.emphasis)")
    }
    let read = song.notes.map { note in
      Written(
        step: Int((note.beat * Double(grid.stepsPerBeat)).rounded()), role: note.drum.role,
        letter: note.isFlam
          ? "flam" : note.velocity > 0.8 ? "accent" : note.velocity < 0.5 ? "ghost" : "plain")
    }
    #expect(read.count == expected.count && Set(read) == Set(expected))
  }

  @Test("the lines around the tab give title, tempo, meter and swing")
  func head() throws {
    let tab = DrumTab(
      sheet(
        BeatGrid(firstSeconds: 0, beatsPerMinute: 96, meter: .common, grid: 8),
        roles: [.snare], seed: 1))
    let text = """
      monday: late: 96.4 beats a minute (90.1 to 99.0), 4/4, steps of 1/8, swung 62 %, 3 bars, 9 hits; or 48.2 beats a minute
      The median hit is 3 ms late; 8 of 10 between -9 and 15 ms
      snare on the beat; spread 6 ms

      \(tab)

      \(DrumTab.legend)
      """
    let song = try PatternFile.song(Array(text.utf8), path: "a.txt")
    #expect(song.title == "monday: late" && song.beatsPerMinute == 96.4)
    #expect(song.bars[0].swing.place == 0.62 && song.bars.count == 3)
    #expect(song.notes.contains { $0.beat == 0.62 || $0.beat == 1.62 || $0.beat == 2.62 })
  }

  @Test("sounds of one drum keep their names, and the tab says which drum they are")
  func names() throws {
    let notes = ["two claps", "palm", "snare"].map {
      ScoreNote(seconds: 0, sound: $0, role: .snare, velocity: 0.6)
    }
    let grid = BeatGrid(firstSeconds: 0, beatsPerMinute: 96, meter: .common, grid: 8)
    let text = DrumTab(Sheet(notes, on: grid, title: "a")).description
    #expect(text.hasPrefix("palm = SD\ntwo claps = SD\n\nbar 1\n"))
    let song = try PatternFile.song(Array(text.utf8), path: "a.txt")
    #expect(song.notes.map(\.drum.role) == [.snare, .snare, .snare])
  }
}
