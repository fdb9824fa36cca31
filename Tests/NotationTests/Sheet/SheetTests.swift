// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing
import Testing

@testable import Notation

@Suite struct SheetTests {
  private static let names: [Character: PadRole] = ["h": .hihatClosed, "s": .snare, "k": .kick]

  /// Notes of a pattern, a letter a sixteenth at 120 beats a minute from one second on; capitals are strong, commas
  /// behind a letter make it soft.
  private func notes(_ pattern: String, stepSeconds: Double = 0.125) -> [ScoreNote] {
    var notes: [ScoreNote] = []
    var step = 0
    for letter in pattern {
      if letter == "," {
        let last = notes.removeLast()
        notes.append(
          ScoreNote(seconds: last.seconds, sound: last.sound, role: last.role, velocity: 0.2))
        continue
      }
      if let role = Self.names[Character(letter.lowercased())] {
        notes.append(
          ScoreNote(
            seconds: 1 + stepSeconds * Double(step), sound: role.name, role: role,
            velocity: letter.isUppercase ? 1 : 0.6))
      }
      step += 1
    }
    return notes
  }

  private func grid(_ meter: String = "4/4", _ grid: Int = 16, tempo: Double = 120) -> BeatGrid {
    BeatGrid(
      firstSeconds: 1, beatsPerMinute: tempo, meter: Meter(meter) ?? .common, grid: grid)
  }

  @Test("a tab has a line a sound, a letter a step; accents and ghosts stand out")
  func tab() {
    let notes = notes("k.h.s.H.khh.Ss,h.k.......s.....")
    let sheet = Sheet(notes, on: grid(), title: "test")
    #expect(
      DrumTab(sheet).description == """
        bars 1-2
            1e&a2e&a3e&a4e&a 1e&a2e&a3e&a4e&a
        HH |--x---X--xx---x-|----------------|
        SD |----o-------Og--|--------o-------|
        BD |o-------o-------|o---------------|
        """)
    #expect(sheet.barCount == 2)
    #expect(DrumTab(sheet, columns: 24).description.contains("bar 1\n"))
  }

  @Test("two notes of a sound on a step are a flam, the weaker one small")
  func flam() {
    let notes = [
      ScoreNote(seconds: 0.97, sound: "snare", role: .snare, velocity: 0.3),
      ScoreNote(seconds: 1, sound: "snare", role: .snare, velocity: 0.8),
    ]
    let sheet = Sheet(notes, on: grid(), title: "test")
    #expect(sheet.notes.map(\.step) == [0, 0] && sheet.notes.map(\.isGrace) == [true, false])
    #expect(sheet.notes.map(\.velocity) == [0.3, 0.8])
    #expect(DrumTab(sheet).description.contains("SD |f---"))
    #expect(MusicXML(sheet).text.contains("<grace slash=\"yes\"/>"))
  }

  @Test("sounds of the same drum are distinguished by their names")
  func names() {
    let notes = ["clap one", "two"].map {
      ScoreNote(seconds: 1, sound: $0, role: .clap, velocity: 0.5)
    }
    let tab = DrumTab(Sheet(notes, on: grid(), title: "test")).description
    #expect(tab.contains("clap one |o") && tab.contains("two      |o"))
  }

  @Test(
    "every length is written as values that add up to it",
    arguments: [
      ("4/4", 8), ("4/4", 16), ("4/4", 32), ("4/4", 12), ("4/4", 24), ("6/8", 16), ("7/8", 16),
    ])
  func values(meter: String, steps: Int) throws {
    let grid = grid(meter, steps)
    for length in 1...grid.stepsPerBeat {
      let values = NoteValue.values(of: length, on: grid)
      #expect(values.map(\.steps).reduce(0, +) == length && values.count <= 2)
      for value in values {
        let whole: Double =
          switch value.type {
          case "whole": 1
          case "half": 0.5
          case "quarter": 0.25
          case "eighth": 0.125
          case "16th": 1 / 16.0
          default: 1 / 32.0
          }
        let written = whole * (value.dots == 1 ? 1.5 : 1) * (value.isTuplet ? 2 / 3.0 : 1)
        #expect(abs(written - Double(value.steps) / Double(steps)) < 1e-12)
      }
    }
  }

  @Test("names that XML would misread are escaped")
  func escaping() {
    #expect(MusicXML.escaped("a<b>&\"\u{1}") == "a&lt;b&gt;&amp;&quot;")
  }
}
