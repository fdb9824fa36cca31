// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import Patterns

/// The grooves of Flam's own.
@Suite struct GroovesTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Samples/grooves").path

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()

  private func song(_ name: String) throws -> Song {
    try PatternFile.song(path: "\(Self.folder)/\(name)")
  }

  @Test("there are twenty, each named by its style")
  func all() throws {
    #expect(Self.names.count == 20)
    for name in Self.names {
      let style = try #require(try song(name).style)
      let spelled = style.replacing(#/[ \/]/#, with: "-")
      #expect("\(spelled).txt" == name || ["5-4-jazz", "6-8-ballad"].contains(spelled))
    }
  }

  @Test(
    "each has a title, two to four bars, a tempo that is played, and is read back as printed",
    arguments: names)
  func each(name: String) throws {
    let song = try song(name)
    #expect(!song.title.isEmpty && song.title + ".txt" != name)
    #expect((2...4).contains(song.bars.count) && (50...210).contains(song.beatsPerMinute))
    #expect(song.notes.count > 3 * song.bars.count)
    let again = try PatternFile.song(Array(SongTab(song).description.utf8), path: name)
    #expect(again.notes.count == song.notes.count)
    // Something begins on the first beat of the first bar, except where nothing may.
    #expect(song.notes[0].beat == 0)
  }

  @Test(
    "the backbeat is where the style has it",
    arguments: [
      ("rock", [1, 3]), ("funk", [1, 3]), ("shuffle", [1, 3]), ("disco", [1, 3]),
      ("hip-hop", [1, 3]), ("drum-and-bass", [1, 3]), ("metal", [1, 3]), ("train-beat", [1, 3]),
      ("motown", [0, 1, 2, 3]), ("half-time-shuffle", [2]), ("ballad-6-8", [1]),
    ] as [(String, [Double])])
  func backbeats(name: String, beats: [Double]) throws {
    let song = try song(name + ".txt")
    let bars = song.bars.prefix(2)
    for bar in bars {
      let accents = song.notes.filter { note in
        note.drum.role == .snare && note.velocity > 0.9
          && (bar.firstBeat..<bar.firstBeat + bar.meter.beatsPerBar).contains(Int(note.beat))
      }.map { $0.beat - Double(bar.firstBeat) }
      #expect(accents == beats, "bar \(bar.firstBeat)")
    }
  }

  @Test("the one drop leaves the first beat free, and drops kick and stick on the third")
  func oneDrop() throws {
    let song = try song("reggae-one-drop.txt")
    for bar in song.bars {
      let low = song.notes.filter {
        [.kick, .sideStick].contains($0.drum.role) && Int($0.beat) / 4 == bar.firstBeat / 4
      }
      #expect(low.map { $0.beat - Double(bar.firstBeat) } == [2, 2])
    }
  }
}
