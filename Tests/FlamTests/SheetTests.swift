// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// Sessions as music: tab, MusicXML and MIDI, read back by other programs.
@Suite(.waiting) struct SheetTests {
  private static let schemaPath = ProcessInfo.processInfo.environment["MUSICXML_XSD"]
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }
  /// Hits of a groove of four bars at 96 beats a minute: the step, the sound, and by how much it is late, in frames.
  private static let groove: [(step: Int, sound: String, late: Int)] = {
    let bar: [(Int, String)] = [
      (0, "kick"), (2, "hihat-closed"), (4, "snare"), (6, "hihat-closed"), (8, "kick"),
      (10, "kick"), (12, "snare"), (14, "hihat-closed"), (15, "hihat-closed"),
    ]
    return (0..<4).flatMap { number in
      bar.enumerated().map { index, hit in
        (16 * number + hit.0, hit.1, [0, 240, -180, 330, -90, 120, -300][(index + 3 * number) % 7])
      }
    }
  }()
  /// Of a sixteenth at 96 beats a minute and 48 kHz.
  private static let stepFrames = 7500
  private static let firstFrame = 24_000

  init() throws {
    folder.write(WaveFile.bytes(Tapping.take(count: 1).samples), to: "take.wav")
    _ = try flam(
      "play", "--take", "take.wav", "--kit", Tapping.writeKit(in: folder), "--seconds", "0.2",
      "--record-to", "kept")
    let name = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/kept")[0]
    try FileManager.default.moveItem(
      atPath: "\(folder.path)/kept/\(name)", toPath: "\(folder.path)/groove")
    write(firstLate: 0)
  }

  /// Where a hit of the groove is, the first of them late by so much.
  private func frame(_ index: Int, firstLate: Int) -> Int {
    let hit = Self.groove[index]
    return Self.firstFrame + Self.stepFrames * hit.step + (index == 0 ? firstLate : hit.late)
  }

  private func write(firstLate: Int) {
    let lines = Self.groove.enumerated().map { index, hit in
      let velocity = index % 9 == 2 ? 1.0 : 0.6
      return
        #"{"frame":\#(frame(index, firstLate: firstLate)),"sound":"\#(hit.sound)","velocity":\#(velocity)}"#
    }
    folder.write(text: lines.joined(separator: "\n") + "\n", to: "groove/hits.jsonl")
  }

  @Test("a grid that does not fit the click's meter is an error that names another", .slow)
  func gridOfClick() throws {
    folder.write(WaveFile.bytes(Tapping.take(count: 4).samples), to: "compound.wav")
    let played = try flam(
      "play", "--take", "compound.wav", "--kit", Tapping.writeKit(in: folder), "--seconds", "2.2",
      "--click", "--tempo", "240", "--meter", "6/8", "--record-to", "compound")
    #expect(played.exitCode == 0, "\(played.errors)")
    let name = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/compound")[0]
    for command in ["sheet", "report"] {
      let outcome = try flam(command, "compound/\(name)", "--grid", "12")
      #expect(outcome.exitCode == 64)
      #expect(outcome.errors.contains("--grid 12 does not fit the click's 6/8: try 16"))
    }
    #expect(try flam("sheet", "compound/\(name)", "--grid", "16").exitCode == 0)
  }

  @Test(
    "the tab has each hit on its step, whether the tempo is given or found", .slow,
    arguments: [true, false])
  func tab(isGiven: Bool) throws {
    let outcome = try flam.run(["sheet", "groove"] + (isGiven ? ["--tempo", "96"] : []))
    #expect(outcome.exitCode == 0 && outcome.output.contains("groove: 96.0 beats a minute, 4/4"))
    #expect(outcome.output.contains("8 of 10 between -"))
    #expect(
      outcome.output.contains(
        """
        bars 1-4
            1e&a2e&a3e&a4e&a 1e&a2e&a3e&a4e&a 1e&a2e&a3e&a4e&a 1e&a2e&a3e&a4e&a
        HH |--x---x-------xx|--x---x-------xx|--x---x-------xx|--x---x-------xx|
        SD |----O-------o---|----O-------o---|----O-------o---|----O-------o---|
        BD |o-------o-o-----|o-------o-o-----|o-------o-o-----|o-------o-o-----|
        """))
  }

  /// Eight taps, each at its time by the clock: a shell's pauses grow if the machine is busy.
  private static let taps = """
    import time
    start = time.monotonic()
    for tap in range(8):
        time.sleep(max(0, start + 0.625 * tap - time.monotonic()))
        print(flush=True)
    """

  @Test("a tempo is tapped with Enter, and the notes lie on its steps", .slow)
  func tapped() throws {
    let outcome = try flam.shell(
      """
      touch log; until_asked() { for i in {1..400}; do grep -q Enter log && return; sleep 0.05; done; }
      (until_asked; /usr/bin/python3 -c '\(Self.taps)') | $FLAM sheet groove --tempo tap 2>log
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let reported = try #require(outcome.output.firstMatch(of: /groove: ([0-9.]+) beats/)?.1)
    #expect((84...108).contains(Double(reported) ?? 0), "\(reported)")
    #expect(outcome.output.contains("BD |o-------o-o-----|"), "\(outcome.output)")
    let few = try flam.shell("(echo; echo; echo) | $FLAM sheet groove --tempo tap")
    #expect(few.exitCode == 66 && few.errors.contains("from 3 taps"))
  }

  @Test("MusicXML holds the same notes on a percussion staff, as another program reads it", .slow)
  func musicXML() throws {
    #expect(
      try flam("sheet", "groove", "a.musicxml", "--tempo", "96", "--quantise", "50").exitCode == 0)
    let read = try flam.shell("/usr/bin/python3 -c '\(Self.readMusicXML)' a.musicxml")
    #expect(read.exitCode == 0, "\(read.errors)")
    let notes = read.output.split(separator: "\n").map { $0.split(separator: " ") }
    try #require(notes.count == Self.groove.count)
    for (note, hit) in zip(notes, Self.groove.sorted { $0.step < $1.step }) {
      #expect(Int(note[0]) == hit.step && note[1] == hit.sound)
      let attack = try #require(Double(note[2]))
      #expect(abs(attack - 0.5 * Double(hit.late) / Double(Self.stepFrames)) < 0.02)
    }
    #expect(try flam("sheet", "groove", "a.musicxml").exitCode == 73)
  }

  @Test(
    "MusicXML is what its schema allows, whatever meter, grid, tempo and strength of quantising",
    .enabled(
      if: schemaPath != nil,
      "needs xmllint, and MUSICXML_XSD: the path of the W3C's musicxml.xsd, version 4.0"))
  func schema() throws {
    write(firstLate: -2900)
    for meter in ["4/4", "3/4", "6/8", "7/8", "12/8", "2/2"] {
      for grid in ["8", "12", "16", "24", "32"] {
        for tempo in ["20", "97.3", "300"] {
          let outcome = try flam(
            "sheet", "groove", "a.musicxml", "--meter", meter, "--grid", grid, "--tempo", tempo,
            "--quantise", tempo == "20" ? "100" : "30", "--force")
          // Not every grid fits every meter.
          guard outcome.exitCode != 64 else { continue }
          let read = try flam.shell(
            "xmllint --nonet --noout --schema '\(Self.schemaPath ?? "")' a.musicxml")
          #expect(read.exitCode == 0, "\(meter) \(grid) \(tempo): \(read.errors)")
        }
      }
    }
  }

  /// Prints step, sound and attack of each note; ends with an error if the structure is not that of
  /// MusicXML 4.0.
  private static let readMusicXML = """
    import sys, xml.etree.ElementTree as tree
    order = "grace chord unpitched rest duration instrument voice type dot time-modification stem notehead notations".split()
    score = tree.parse(sys.argv[1]).getroot()
    assert score.tag == "score-partwise" and score.get("version") == "4.0"
    listed = score.find("part-list/score-part")
    names = {i.get("id"): i.findtext("instrument-name") for i in listed.findall("score-instrument")}
    gm = {i.get("id"): int(i.findtext("midi-unpitched")) for i in listed.findall("midi-instrument")}
    assert {names[i]: gm[i] for i in names} == {"kick": 37, "snare": 39, "hihat-closed": 43}
    part = score.find("part")
    assert part.get("id") == listed.get("id")
    found = []
    for number, measure in enumerate(part.findall("measure")):
        assert measure.get("number") == str(number + 1)
        if number == 0:
            assert measure.findtext("attributes/clef/sign") == "percussion"
            assert measure.findtext("attributes/divisions") == "4"
            assert float(measure.find("direction/sound").get("tempo")) == 96
        place, ends = 0, []
        for item in measure:
            if item.tag == "backup":
                ends.append(place)
                place -= int(item.findtext("duration"))
                assert place == 0
            if item.tag != "note": continue
            tags = [order.index(child.tag) for child in item]
            assert tags == sorted(tags)
            assert item.findtext("type") in "quarter eighth 16th".split()
            length = int(item.findtext("duration"))
            if item.find("chord") is not None: place -= length
            if item.find("unpitched") is not None:
                name = names[item.find("instrument").get("id")]
                assert item.findtext("stem") == ("down" if name == "kick" else "up")
                found.append((16 * number + place, name, item.get("attack")))
            place += length
        assert set(ends + [place]) == {16}
    for note in sorted(found): print(*note)
    """

  private struct Read {
    let tick: Int
    let note: Int
    let seconds: Double
  }

  /// The notes of a MIDI file of the groove, as another program reads them.
  private func midi(quantise: String) throws -> [Read] {
    let script = """
      import mido, sys
      file = mido.MidiFile(sys.argv[1])
      tick = seconds = 0
      tempo = 500000
      for message in file.tracks[0]:
          tick += message.time
          seconds += mido.tick2second(message.time, file.ticks_per_beat, tempo)
          if message.type == "set_tempo": tempo = message.tempo
          if message.type == "note_on": print(tick, message.note, seconds)
      """
    _ = try flam("sheet", "groove", "a.mid", "--tempo", "96", "--quantise", quantise, "--force")
    let output = try flam.shell("/usr/bin/python3 -c '\(script)' a.mid").output
    return output.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 3 else { return nil }
      return Read(tick: Int(numbers[0]), note: Int(numbers[1]), seconds: numbers[2])
    }
  }

  @Test("MIDI is on the grid at 100 %, as another program reads it", .slow)
  func quantised() throws {
    let notes = ["kick": 36, "snare": 38, "hihat-closed": 42]
    let quantised = try midi(quantise: "100")
    #expect(quantised.map(\.tick) == Self.groove.map { 240 * $0.step })
    #expect(quantised.map(\.note) == Self.groove.compactMap { notes[$0.sound] })
  }

  @Test(
    "at 0 % every hit stays at its time, within a tick, also one before the first bar", .slow,
    arguments: [300, -2900])
  func asPlayed(firstLate: Int) throws {
    write(firstLate: firstLate)
    func seconds(_ index: Int) -> Double {
      Double(frame(index, firstLate: firstLate) - frame(1, firstLate: firstLate)) / 48_000
    }
    let tickSeconds = 60 / (96.0 * 960)
    let played = try midi(quantise: "0")
    try #require(played.count == Self.groove.count)
    for (index, note) in played.enumerated() {
      #expect(abs(note.seconds - played[1].seconds - seconds(index)) < tickSeconds)
    }
    // In MusicXML a note's place is that of its step and its attack.
    let outcome = try flam("sheet", "groove", "a.musicxml", "--tempo", "96", "--quantise", "0")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let read = try flam.shell("/usr/bin/python3 -c '\(Self.readMusicXML)' a.musicxml")
    let places = read.output.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return Double(words[0]).flatMap { step in Double(words[2]).map { step + $0 } }
    }
    try #require(places.count == Self.groove.count, "\(read.errors)")
    for (index, place) in places.enumerated() {
      let error = (place - places[1]) * Double(Self.stepFrames) / 48_000 - seconds(index)
      #expect(abs(error) < tickSeconds)
    }
  }

  @Test(
    "obstacles to a sheet are reported: the broken line, a session without hits, wrong usage",
    .slow
  )
  func errors() throws {
    #expect(try flam("sheet", "groove", "a.pdf").exitCode == 64)
    #expect(try flam("sheet", "groove", "--tempo", "1000").exitCode == 64)
    #expect(try flam("sheet", "groove", "--meter", "4/3").exitCode == 64)
    #expect(try flam("sheet", "groove", "--grid", "12", "--meter", "6/8").exitCode == 64)
    #expect(try flam("sheet", "groove", "--quantise", "101").exitCode == 64)
    #expect(try flam("sheet", "groove", "--tempo", "tap").exitCode == 66)
    let whole = String(decoding: folder.bytes("groove/hits.jsonl"), as: UTF8.self)
    folder.write(
      text: whole.replacing("\"snare\",\"velocity\":1.0", with: "\"snare\",\"velocity\":1.5"),
      to: "groove/hits.jsonl")
    let broken = try flam("sheet", "groove")
    #expect(
      broken.exitCode == 65 && broken.errors.contains("line 3") && broken.errors.contains("1.5"))
    folder.write(text: "", to: "groove/hits.jsonl")
    let empty = try flam("sheet", "groove")
    #expect(empty.exitCode == 65 && empty.errors.contains("nothing was played"))
  }
}
