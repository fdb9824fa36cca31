// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing
import Testing

@testable import Patterns

@Suite struct TabReaderTests {
  @Test("letters are notes of the drum before them: accents, ghost notes, flams, open hi-hats")
  func letters() throws {
    let song = try song(
      """
      title Letters
      style test
      tempo 90.5
      HH |x-Xo|
      SD |OgfF|
      54 |--o-|
      RB |x---|
      """)
    #expect(song.title == "Letters" && song.style == "test" && song.beatsPerMinute == 90.5)
    #expect(song.bars.count == 1 && song.bars[0].stepsPerBeat == 1)
    let notes = song.notes.map {
      "\($0.drum.label) \($0.beat) \($0.velocity)\($0.isFlam ? " f" : "")"
    }
    #expect(
      notes == [
        "HH 0.0 0.65", "SD 0.0 0.95", "RB 0.0 0.65", "SD 1.0 0.3", "HH 2.0 0.95",
        "SD 2.0 0.65 f", "TB 2.0 0.65", "HO 3.0 0.65", "SD 3.0 0.95 f",
      ])
    #expect(song.notes[2].drum.midiNote == 53 && song.notes[2].drum.role == .ride)
  }

  @Test("labels are those of drummers, roles, MIDI notes and names of one's own")
  func labels() throws {
    let song = try song(
      """
      knock = snare
      my pot = 56
      K      |o---|
      side-stick |-o--|
      knock  |--o-|
      my pot |---o|
      """)
    #expect(song.notes.map(\.drum.role) == [.kick, .sideStick, .snare, .cowbell])
  }

  @Test("steps of a bar follow from its length, and bars of one line from each other")
  func steps() throws {
    let song = try song("HH |xxxxxxxx|xxxxxxxxxxxx|x---|\nBD |o-------|o-----------|o---|")
    #expect(song.bars.map(\.stepsPerBeat) == [2, 3, 1])
    #expect(song.notes.filter { $0.drum.role == .kick }.map(\.beat) == [0, 4, 8])
    #expect(song.notes[11].beat == 4 + 1 / 3.0)
  }

  @Test("sections are played in the order of 'play', or as they are written; repeats multiply")
  func order() throws {
    let text = """
      [a] x2
      BD |o---|
      [b]
      SD |o---| x3
      [both]
      play a b
      """
    func order(_ text: String) throws -> String {
      try song(text).notes.map { $0.drum.role == .kick ? "k" : "s" }.joined()
    }
    #expect(try order(text) == "kkssskss" + "s")
    #expect(try order("play b a x2\n" + text) == "ssskk")
    #expect(try order("play both x2, a\n" + text) == "kssskssskk".dropLast(1) + "")
    #expect(try order("CC |x---|\n" + text).count == 10)
  }

  @Test(
    "tempo, meter and swing of a section hold in it; each section begins with those of the head")
  func manner() throws {
    let song = try song(
      """
      tempo 100
      play a b a
      [a]
      BD |o-o-|
      [b]
      tempo 140
      meter 3/4
      BD |o-o-o-|
      tempo 150
      swing 66
      BD |oooooo|
      """)
    #expect(song.bars.map { "\($0.meter)" } == ["4/4", "3/4", "3/4", "4/4"])
    #expect(
      song.tempi.map { "\($0.beat) \($0.beatsPerMinute)" } == [
        "0.0 100.0", "4.0 140.0", "7.0 150.0", "10.0 100.0",
      ])
    #expect(song.beatCount == 14)
    #expect(song.notes[6].beat == 7.66)
  }

  @Test("sixteenths swing by themselves; triplets do not")
  func swing() throws {
    let sixteenths = try song("swing 60 16ths\nHH |xxxxxxxxxxxxxxxx|")
    #expect(sixteenths.notes.prefix(5).map(\.beat) == [0, 0.3, 0.5, 0.8, 1])
    let triplets = try song("swing 60\nHH |xxxxxxxxxxxx|")
    #expect(triplets.notes.prefix(3).map(\.beat) == [0, 1 / 3.0, 2 / 3.0])
  }

  @Test("comments, counts, numbers of bars and double bar lines are no music")
  func comments() throws {
    let song = try song(
      """
      # a comment
      tempo 100 # and one behind
      bars 7-8 x2   # numbers are for people
          1 e & a 2 e & a 3 e & a 4 e & a
      HH ||x-x-x-x-||x-x-x-x-||  # all of it

      x3
      BD |o---
      """)
    #expect(song.bars.count == 7 && song.notes.count == 19)
  }

  @Test(
    "an error names file, line and column, what is there, and what was expected",
    arguments: [
      (
        "tempo 5",
        "groove.txt', line 1, column 7: '5' is no tempo; write beats a minute in 20...500"
      ),
      (
        "title A\ntmepo 90", "line 2, column 1: 'tmepo' is no word of a pattern; write title, style"
      ),
      ("HH |x-z-|", "line 1, column 7: 'z' is no note of a tab; write x, o, X, O (accents), g"),
      ("HH |x-x-x|", "line 1, column 5: a bar of 5 steps; write 4, 8, 16 or another multiple of 4"),
      (
        "HH |x-x-|x-x-|\nSD |o---|",
        "line 2, column 1: 1 bar in this line; write 2 bars, as in line 1"
      ),
      ("HH |x-x-|\nSD |o-|", "line 2, column 5: a bar of 2 steps; write 4, as in line 1"),
      ("zz |x-x-|", "line 1, column 1: 'zz' is no drum; write one of BD SD"),
      ("meter 7/16\nHH |x|", "line 1, column 7: '7/16' is no time signature; write 'meter 6/8'"),
      ("swing 20", "line 1, column 7: '20' is no swing; write the share"),
      ("play a\n[b]\nHH |x---|", "line 1, column 6: there is no section 'a'; write one of b"),
      (
        "[a]\nHH |x---|\n[A]",
        "line 3, column 2: there is a section 'A' above; give it another name"
      ),
      ("[a\nHH |x---|", "line 1, column 1: a section without ]; write [verse]"),
      (
        "HH |x---| x1000000000",
        "line 1, column 11: 'x1000000000' says no number of times; write x1"
      ),
      ("HH |x---| often", "line 1, column 11: 'often' says no number of times"),
      ("tempo", "line 1, column 1: 'tempo' without a value; write beats a minute"),
      ("knock = foo", "line 1, column 9: 'foo' is no drum"),
      ("# nothing", "cannot read 'groove.txt': it has no bars; write some"),
    ])
  func errors(text: String, message: String) throws {
    let error = try #require(throws: PatternError.self) { try song(text) }
    #expect("\(error)".contains(message), "\(error)")
    #expect("\(error)".hasPrefix("cannot read 'groove.txt'"))
  }

  @Test("sections that play themselves, are too deep or too long are refused at once")
  func hostile() throws {
    let cycle = "play a\n[a]\nplay b\n[b]\nplay c\n[c]\nHH |x---|\nplay a"
    #expect(try message(cycle).contains("line 8, column 6: section 'a' is a part of itself"))
    let deep =
      "play s0\n" + (0..<40).map { "[s\($0)]\nplay s\($0 + 1)" }.joined(separator: "\n")
      + "\n[s40]\nHH |x---|"
    #expect(try message(deep).contains("sections are within sections 16 deep"))
    let wide =
      "play s0\n" + (0..<10).map { "[s\($0)]\nplay s\($0 + 1) x1000" }.joined(separator: "\n")
      + "\n[s10]\nHH |x---| x1000"
    #expect(try message(wide).contains("more than 10000 bars"))
    let empty = wide.replacing("HH |x---| x1000", with: "# nothing")
    #expect(try message(empty).contains("it has no bars"))
  }

  private func message(_ text: String) throws -> String {
    "\(try #require(throws: PatternError.self) { try song(text) })"
  }

  private func song(_ text: String) throws(PatternError) -> Song {
    try PatternFile.song(Array(text.utf8), path: "groove.txt")
  }
}
