// SPDX-License-Identifier: GPL-3.0-or-later
import Patterns

/// Patterns and songs.
extension Harness {
  static let pattern = Harness(
    name: "pattern", reads: "a drum tab",
    words: [
      "title ", "style ", "tempo 20\n", "tempo 500\n", "meter 32/8\n", "meter 2/2\n", "swing 80\n",
      "swing 58 16ths\n", "play a b x1000, c\n", "[a] x1000\n", "bars 1-2 x4\n", "HH |xXoOgfF-|\n",
      "SD |o---|o---| x1000\n", "54 |--|", "knock = snare\n", "||", "# ", "x999\n",
      "a: 96.4 beats a minute, 4/4, steps of 1/16, swung 62 %, 12 bars, 84 hits\n",
    ],
    seeds: {
      [
        "title Rock\nstyle rock\ntempo 120\nmeter 4/4\n\nbars 1-2 x2\n    1&2&3&4& 1&2&3&4&\n"
          + "HH |x-x-x-x-|x-x-x-xo|\nSD |--O--g-f|--O---F-|\nBD |o---o---|o--oo---|\n",
        "play a x2 b\n[a]\nBD |o---|\n[b]\nmeter 3/4\ntempo 90\nswing 66\nplay a\nSD |oooooo| x3\n",
        "monday: 96.4 beats a minute, 4/4, steps of 1/8, swung 62 %, 1 bar, 3 hits\nThe median\n\n"
          + "knock = SD\n\nbar 1\n    1&2&3&4&\nknock |o-------|\n",
      ].map { Array($0.utf8) }
    },
    accepts: { _, input in try played(input) })

  static let midiFile = Harness(
    name: "midi", reads: "a Standard MIDI File",
    words: [
      "MThd", "MTrk", "\0\0\0\u{6}", "\u{7F}\u{7F}\u{7F}\u{7F}",
    ],
    seeds: {
      let head: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6]
      let track: [UInt8] = [
        0, 0xFF, 0x51, 3, 9, 0x27, 0xC0, 0, 0xFF, 0x58, 4, 6, 3, 36, 8, 0, 0x99, 36, 127, 0x30, 42,
        64, 0x30, 38, 90, 0, 0xF0, 2, 1, 0xF7, 0x81, 0, 0x99, 53, 1, 0, 0xFF, 0x2F, 0,
      ]
      let chunk = Array("MTrk".utf8) + [0, 0, 0, UInt8(track.count)] + track
      return [head + [0, 0, 0, 1, 0, 96] + chunk, head + [0, 1, 0, 2, 1, 0xE0] + chunk + chunk]
    },
    accepts: { _, input in try played(input) })

  /// Reads a pattern, prints it, reads that again, and plays it twice as far as a little time goes.
  private static func played(_ input: FuzzInput) throws -> Bool {
    let song = try PatternFile.song(input.bytes, path: "fuzzed")
    precondition(song.notes.count <= Song.mostNotes && song.bars.count <= Song.mostBars)
    precondition(song.notes.allSatisfy { $0.beat >= 0 && (0...1).contains($0.velocity) })
    if input.isUsed, song.bars.count < 200 {
      let printed = SongTab(song).description
      _ = try? PatternFile.song(Array(printed.utf8), path: "printed")
    }
    var line = SongLine(song, atFrame: 0, turns: 2, sampleRateHz: 8000)
    var last = 0
    for second in 1...60 {
      for event in line.advance(to: second * 8000) {
        precondition(event.frame >= last, "events come in order")
        last = event.frame
      }
    }
    return true
  }
}
