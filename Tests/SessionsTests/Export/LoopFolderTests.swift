// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Looping
import Patterns
import Sequencing
import Simulation
import SoundFiles
import Storage
import TestSupport
import Testing

@testable import Sessions

/// A loop as files that other programs read.
@Suite(.waiting) struct LoopFolderTests {
  private let folder = TemporaryFolder()

  private func write(_ loop: PlayedLoops) throws -> LoopFiles {
    try LoopFolder.saver(loop.saved, folder.path)
  }

  private func samples(_ name: String) throws -> [Float] {
    try LiveSession.samples("\(folder.path)/\(name)")
  }

  private func song(_ name: String = "loop.txt") throws -> Song {
    try PatternFile.song(path: "\(folder.path)/\(name)")
  }

  /// A program's output, a line each.
  private func output(_ program: String, _ arguments: [String]) throws -> [String] {
    let outcome = try Program.start(program, arguments, environment: [:], in: folder).wait()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private func sum(_ layers: [[Float]]) -> [Float] {
    layers.dropFirst().reduce(layers[0]) { sum, layer in zip(sum, layer).map { $0 + $1 } }
  }

  /// How far two sounds are from each other at the most.
  private func distance(_ one: [Float], _ other: [Float]) -> Float {
    guard one.count == other.count else { return .infinity }
    return zip(one, other).map { abs($0 - $1) }.max() ?? 0
  }

  private static let beat: [PlayedLoops.Note] = [
    ("kick", 0), ("snare", 24_000), ("kick", 48_000), ("snare", 72_000),
  ]
  private static let hats: [PlayedLoops.Note] = (0..<8).map { ("hihat-closed", 12_000 * $0) }

  @Test(
    "the layers are as long as the loop to the sample, and together what it plays in its second cycle",
    .slow)
  func layers() throws {
    var loop = try PlayedLoops([Self.beat, Self.hats, [("snare", 90_000)]])
    // The drum of the last layer rings on into the next cycle.
    try loop.perform(.mute(true, layer: 2))
    try loop.perform(.mute(true, layer: nil))
    let files = try write(loop)
    #expect(
      files.names == [
        "loop.mid", "loop.musicxml", "loop.txt", "layer-1.wav", "layer-2.wav", "layer-3.wav",
      ])
    #expect(files.missingPads.isEmpty)
    #expect(FileSystem.names(in: folder.path).sorted() == files.names.sorted())
    let layers = try (1...3).map { try samples("layer-\($0).wav") }
    for layer in layers {
      #expect(layer.count == 2 * 96_000)
      #expect(layer.contains { abs($0) > 0.01 })
    }
    var together: [Float] = []
    var rendering = LoopRendering(kit: PlayedLoops.kit, loop.saved.settings, MixSettings())
    try rendering.run(loop.looper) { together += $0 }
    #expect(distance(sum(layers), together) < 1e-6)
    // The tail of the drum at the end is at the beginning.
    #expect(layers[2][..<2000].contains { abs($0) > 0.001 })
    #expect(layers[2][(2 * 20_000)..<(2 * 89_000)].allSatisfy { $0 == 0 })
  }

  @Test("sox reads each layer: 32-bit floats in stereo, as long as the loop", .slow)
  func sox() throws {
    let loop = try PlayedLoops([Self.beat], beatsPerMinute: 100)
    _ = try write(loop)
    let cycle = try #require(loop.looper.content.grid?.cycleFrames)
    #expect(cycle == 115_200)
    for (flag, expected) in [("-s", "\(cycle)"), ("-c", "2"), ("-r", "48000"), ("-b", "32")] {
      #expect(
        try output("/usr/bin/soxi", [flag, "\(folder.path)/layer-1.wav"]) == [expected])
    }
  }

  @Test(
    "another program reads the notes of the MIDI file where they sound, to the sample, and its length",
    .slow)
  func midi() throws {
    var loop = try PlayedLoops([Self.beat, [("hihat-closed", 95_100), ("hihat-closed", 12_345)]])
    try loop.perform(.humanise(0.5, seed: 3))
    _ = try write(loop)
    let script = """
      import mido, sys
      file = mido.MidiFile(sys.argv[1])
      tick, tempo = 0, 500000
      for message in file.tracks[0]:
          tick += message.time
          if message.type == "set_tempo": tempo = message.tempo
          if message.type == "note_on":
              print(message.note, message.velocity, mido.tick2second(tick, file.ticks_per_beat, tempo))
      print(round(48000 * mido.tick2second(tick, file.ticks_per_beat, tempo)), 0, 0)
      """
    let read = try output("/usr/bin/python3", ["-c", script, "\(folder.path)/loop.mid"])
      .map { $0.split(separator: " ").compactMap { Double($0) } }
    let notes = ["kick": 36.0, "snare": 38, "hihat-closed": 42]
    let played = loop.looper.cycleNotes
    try #require(read.count == played.count + 1)
    for (found, note) in zip(read, played) {
      #expect(found[0] == notes[note.heard.pad] && abs(found[1] - 127 * Double(note.velocity)) < 1)
      #expect(abs(48_000 * found[2] - Double(note.frame)) < 1)
    }
    #expect(read.last?.first == 96_000)
  }

  @Test(
    "the tab and the MIDI file are patterns of the same bars, meter, tempo and notes", .slow,
    arguments: ["7/8", "6/8", "3/4", "4/4"])
  func meters(text: String) throws {
    let meter = try #require(Meter(text))
    let beat = Int(24_000 * 0.8)
    let beats = 2 * meter.beatsPerBar
    // The second bar has notes only in its first half.
    let notes = (0..<(beats - 1)).map { index -> PlayedLoops.Note in
      (index % 2 == 0 ? "kick" : "snare", index * beat + (index == 0 ? 0 : 150))
    }
    let loop = try PlayedLoops([notes], beatsPerMinute: 150, meter: meter, bars: 2)
    _ = try write(loop)
    let tab = try song()
    #expect(tab.title == "Loop" && tab.bars.count == 2 && abs(tab.beatsPerMinute - 150) < 0.01)
    #expect(tab.bars.allSatisfy { $0.meter == meter && $0.swing == .straight })
    #expect(tab.notes.map(\.beat) == notes.indices.map(Double.init))
    #expect(tab.notes.map(\.drum.midiNote) == notes.map { $0.pad == "kick" ? 36 : 38 })
    let midi = try song("loop.mid")
    #expect(midi.bars.count == 2 && midi.bars.allSatisfy { $0.meter == meter })
    for (note, played) in zip(midi.notes, notes) {
      #expect(abs(note.beat * Double(beat) - Double(played.frame)) < 2)
    }
  }

  @Test("quantising and swing are written as they are heard", .slow)
  func swing() throws {
    var loop = try PlayedLoops([
      [("kick", 0), ("snare", 12_700), ("kick", 23_500), ("snare", 60_900)]
    ])
    try loop.perform(.quantise(1))
    try loop.perform(.swing(0.625))
    _ = try write(loop)
    let tab = try song()
    #expect(tab.bars.map(\.swing.place) == [0.625])
    #expect(tab.notes.map(\.beat) == [0, 0.625, 1, 2.625])
    let midi = try song("loop.mid")
    for (note, beat) in zip(midi.notes, [0, 0.625, 1, 2.625]) {
      #expect(abs(note.beat - beat) < 1e-4)
    }
    let layer = try samples("layer-1.wav")
    #expect(layer[2 * 15_000] != 0 && layer[2 * 14_990..<2 * 15_000].allSatisfy { $0 == 0 })
  }

  @Test(
    "a note shortly before the seam leads into the first bar: the tab gets no other one",
    .slow)
  func upbeat() throws {
    let loop = try PlayedLoops([Self.beat, [("hihat-closed", 96_000 - 400)]])
    _ = try write(loop)
    let tab = try song()
    #expect(tab.bars.count == 1)
    #expect(tab.notes.filter { $0.drum.midiNote == 42 }.map(\.beat) == [0])
    // In MusicXML it stands on the step, and says how much earlier it was played.
    let script = """
      import sys, xml.etree.ElementTree as tree
      score = tree.parse(sys.argv[1]).getroot()
      names = {i.get("id"): i.findtext("instrument-name") for i in score.iter("score-instrument")}
      measures = score.findall("part/measure")
      print(len(measures), measures[0].find("direction/sound").get("tempo"), measures[0].findtext("attributes/time/beats"))
      place = 0
      for item in measures[0]:
          if item.tag == "backup": place -= int(item.findtext("duration"))
          if item.tag != "note": continue
          length = int(item.findtext("duration"))
          if item.find("chord") is not None: place -= length
          if item.find("unpitched") is not None:
              print(place, names[item.find("instrument").get("id")], item.get("attack"))
          place += length
      """
    let read = try output("/usr/bin/python3", ["-c", script, "\(folder.path)/loop.musicxml"])
    #expect(read.first == "1 120 4")
    #expect(
      read.dropFirst().sorted() == [
        "0 hihat-closed -0.067", "0 kick 0", "12 snare 0", "4 snare 0", "8 kick 0",
      ])
  }

  /// A tone whose phase says at which frame it was heard.
  private static func tone(_ frame: Int) -> Float {
    0.1 * Float.sin(Float(frame % 96_000) * 0.0123 + Float(frame / 96_000))
  }

  @Test(
    "a loop of the microphone alone has no notes: its sound is written, sample by sample",
    .slow)
  func sound() throws {
    let loop = try PlayedLoops.sound(Self.tone)
    #expect(loop.looper.content.layers.map(\.number) == [1])
    let files = try write(loop)
    #expect(files.names == ["layer-1.wav"])
    #expect(FileSystem.names(in: folder.path) == ["layer-1.wav"])
    let layer = try samples("layer-1.wav")
    #expect(layer.count == 2 * 96_000)
    // The end of the cycle is the beginning of the next: half a step before it.
    let heard = (0..<92_000).map { Self.tone(100_000 + $0) }
    let left = stride(from: 0, to: 2 * 92_000, by: 2).map { layer[$0] }
    let right = stride(from: 0, to: 2 * 92_000, by: 2).map { layer[$0 + 1] }
    #expect(distance(left, heard) < 1e-6 && distance(right, heard) < 1e-6)
  }

  @Test("layers of hits and of the microphone lie side by side", .slow)
  func mixed() throws {
    var loop = try PlayedLoops([Self.beat])
    let start = try loop.addSound(Self.tone)
    let files = try write(loop)
    let numbers = loop.looper.content.layers.map(\.number)
    #expect(numbers.count == 2)
    #expect(
      files.names == ["loop.mid", "loop.musicxml", "loop.txt"]
        + numbers.map { "layer-\($0).wav" })
    let layer = try samples("layer-\(numbers[1]).wav")
    let heard = (4000..<90_000).map { Self.tone(start + $0) }
    let left = stride(from: 2 * 4000, to: 2 * 90_000, by: 2).map { layer[$0] }
    #expect(distance(left, heard) < 1e-6)
    #expect(try song().notes.count == 4)
  }

  @Test("a drum that the kit does not have is named, and is in the notes", .slow)
  func missing() throws {
    let loop = try PlayedLoops([[("kick", 0), ("cowbell", 24_000)]])
    let files = try write(loop)
    #expect(files.missingPads == ["cowbell"])
    #expect(try song().notes.map(\.drum.midiNote) == [36, 56])
  }

  @Test("a disk that fails is an error with the file", .slow)
  func failing() throws {
    let loop = try PlayedLoops([Self.beat])
    #expect {
      try LoopFolder.saver(loop.saved, "/proc/none")
    } throws: { error in
      let error = error as? EngineError
      return error?.reason.contains("'/proc/none/loop.mid'") == true
    }
  }
}
