// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@testable import Patterns

@Suite struct MIDIFileTests {
  private func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count
    return Array(name.utf8)
      + [
        UInt8(count >> 24 & 255), UInt8(count >> 16 & 255), UInt8(count >> 8 & 255),
        UInt8(count & 255),
      ]
      + bytes
  }

  private func file(format: UInt8, ticks: Int = 96, _ tracks: [[UInt8]]) -> [UInt8] {
    chunk("MThd", [0, format, 0, UInt8(tracks.count), UInt8(ticks >> 8), UInt8(ticks & 255)])
      + tracks.flatMap { chunk("MTrk", $0) }
  }

  private static let end: [UInt8] = [0, 0xFF, 0x2F, 0]

  private func song(_ bytes: [UInt8]) throws(PatternError) -> Song {
    try PatternFile.song(bytes, path: "a.mid")
  }

  /// A kick, a snare and a closed hi-hat by running status, and a note of another channel.
  private var format0: [UInt8] {
    file(
      format: 0,
      [
        [0, 0xFF, 0x03, 4] + Array("Rock".utf8) + [0, 0xFF, 0x51, 3, 0x09, 0x27, 0xC0]
          + [0, 0x99, 36, 127, 0, 42, 64, 0x60, 0x99, 38, 100, 0, 36, 0, 0, 0x90, 60, 100]
          + [0x30, 0x99, 53, 30] + Self.end
      ])
  }

  @Test("notes of channel 10 with running status, title and tempo; a velocity of 0 ends one")
  func read() throws {
    let song = try song(format0)
    #expect(song.title == "Rock" && song.beatsPerMinute == 100 && song.bars.count == 1)
    #expect(song.notes.map(\.drum.midiNote) == [36, 42, 38, 53])
    #expect(song.notes.map(\.beat) == [0, 0, 1, 1.5])
    #expect(song.notes.map { Int(($0.velocity * 127).rounded()) } == [127, 64, 100, 30])
    #expect(song.bars[0].stepsPerBeat == 2)
  }

  @Test("tracks of format 1 play together, on the tempi and meters of the first")
  func format1() throws {
    // 6/8 from bar 2 on; half as fast within it.
    let map: [UInt8] =
      [0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20, 0x83, 0, 0xFF, 0x58, 4, 6, 3, 36, 8]
      + [0x81, 0x10, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40] + Self.end
    let kick: [UInt8] = [0, 0x99, 36, 100, 0x83, 0, 36, 100, 0x81, 0x10, 36, 100] + Self.end
    let snare: [UInt8] = [0x60, 0x99, 38, 100] + Self.end
    let song = try song(file(format: 1, [map, kick, snare]))
    #expect(song.bars.map { "\($0.meter)" } == ["4/4", "6/8"])
    #expect(song.notes.map(\.beat) == [0, 1, 4, 5])
    #expect(
      song.tempi.map { "\($0.beat) \($0.beatsPerMinute)" } == ["0.0 120.0", "4.0 80.0", "5.0 40.0"])
    var line = SongLine(song, atFrame: 0, turns: 1, sampleRateHz: 48_000)
    let frames = line.advance(to: 400_000).compactMap { event -> Int? in
      if case .note(_, _, let frame) = event { frame } else { nil }
    }
    #expect(frames == [0, 24_000, 96_000, 132_000])
  }

  @Test("system messages, unknown parts and a missing end of the track are passed over")
  func others() throws {
    let track: [UInt8] = [0, 0xF0, 2, 1, 0xF7, 0, 0xC9, 5, 0, 0xE9, 1, 2, 0, 0x99, 36, 90]
    var bytes = file(format: 1, [track])
    bytes += chunk("XYZW", [1, 2, 3]) + [0, 0]
    #expect(try song(bytes).notes.count == 1)
  }

  @Test(
    "what is broken is refused, with the byte",
    arguments: [
      ([0, 0x99, 36] as [UInt8], "byte 24: the file is cut off"),
      ([0, 0x24, 36], "byte 23: a value where an event begins"),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0x7F], "byte 22: a number of more than four bytes"),
      ([0, 0xF4], "byte 23: an event that no file may have"),
      ([0, 0x99, 36, 200], "byte 25: a value above 127"),
      ([0, 0xFF, 0x51, 9, 1], "byte 23: an event of 9 bytes: its track is cut off"),
      ([0, 0xFF, 0x58, 2, 7, 4], "a time signature of 7/2^4"),
      ([0, 0xC0, 1], "it has no drums: no note on channel 10"),
    ])
  func broken(track: [UInt8], message: String) throws {
    let error = try #require(throws: PatternError.self) { try song(file(format: 0, [track])) }
    #expect("\(error)".contains(message) && "\(error)".hasPrefix("cannot read 'a.mid'"), "\(error)")
  }

  @Test("other formats, frames of film and quarters of no ticks are refused")
  func header() throws {
    for (bytes, message) in [
      (file(format: 2, []), "it has format 2"), (file(format: 0, ticks: 0, []), "no ticks"),
      (file(format: 0, ticks: 0xE728, []), "frames of film"),
      (Array("MThd".utf8), "does not begin"),
    ] {
      let error = try #require(throws: PatternError.self) { try song(bytes) }
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test("a file cut off at any byte, or with any byte changed, is read or refused")
  func cut() {
    for count in format0.indices { _ = try? song(Array(format0[..<count])) }
    for index in format0.indices {
      for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
        var bytes = format0
        bytes[index] = value
        _ = try? song(bytes)
      }
    }
  }

  @Test("a song of many hours is refused, and a tempo out of range becomes the nearest")
  func bounds() throws {
    let late: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F, 0x99, 36, 90]
    let error = try #require(throws: PatternError.self) {
      try song(file(format: 0, ticks: 24, [late]))
    }
    #expect("\(error)".contains("bars long; give one of up to 10000 bars"))
    let fast: [UInt8] = [0, 0xFF, 0x51, 3, 0, 0, 0, 0, 0x99, 36, 90]
    #expect(try song(file(format: 0, [fast])).beatsPerMinute == 500)
    let slow: [UInt8] = [0, 0xFF, 0x51, 3, 0xFF, 0xFF, 0xFF, 0, 0x99, 36, 90]
    #expect(try song(file(format: 0, [slow])).beatsPerMinute == 20)
  }
}
