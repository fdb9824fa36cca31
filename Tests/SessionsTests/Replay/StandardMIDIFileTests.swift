// SPDX-License-Identifier: GPL-3.0-or-later
import Patterns
import Sequencing
import Sessions
import Testing

@Suite struct StandardMIDIFileTests {
  @Test("a note ends after 50 ms, or when the next one of its drum begins")
  func ends() {
    let notes = [
      StandardMIDIFile.Note(frame: 4800, note: 36, strength: 0.5),
      StandardMIDIFile.Note(frame: 5280, note: 36, strength: 1),
    ]
    // At 120 beats a minute a tick is a frame of 48 kHz. Each event after the frames that pass before it: 4800, 480, 0 and
    // 2400, in digits of 128.
    let expected: [UInt8] =
      [0xA5, 0x40, 0x99, 36, 64] + [0x83, 0x60, 0x89, 36, 0] + [0, 0x99, 36, 127]
      + [0x92, 0x60, 0x89, 36, 0] + [0, 0xFF, 0x2F, 0]
    let file = StandardMIDIFile(notes, sampleRateHz: 48_000)
    #expect(file.ticksPerQuarter == 24_000)
    #expect(Array(file.bytes.suffix(expected.count)) == expected)
  }

  @Test("a note of a melody stands on channel 1 and ends when it was let go")
  func melody() {
    let file = StandardMIDIFile(
      [StandardMIDIFile.Note(frame: 4800, note: 57, strength: 0.5, frameCount: 9600)],
      sampleRateHz: 48_000, isMelody: true)
    let expected: [UInt8] =
      [0xA5, 0x40, 0x90, 57, 64] + [0xCB, 0x00, 0x80, 57, 0] + [0, 0xFF, 0x2F, 0]
    #expect(Array(file.bytes.suffix(expected.count)) == expected)
  }

  @Test("what is written is read back: drums, places, velocities, tempo and meter")
  func readBack() throws {
    let meter = try #require(Meter("6/8"))
    let notes = (0..<24).map { step in
      StandardMIDIFile.Note(
        frame: step * 8000, note: [36, 38, 42, 53][step % 4], strength: Float(step + 1) / 24)
    }
    let file = StandardMIDIFile(
      notes, sampleRateHz: 48_000, meter: meter, beatsPerMinute: 120)
    let song = try PatternFile.song(file.bytes, path: "a.mid")
    #expect(song.bars.allSatisfy { $0.meter == meter } && abs(song.beatsPerMinute - 120) < 0.01)
    #expect(song.notes.map(\.drum.midiNote) == notes.map(\.note))
    #expect(song.notes.map { Int((127 * $0.velocity).rounded()) } == notes.map(\.velocity))
    for (note, written) in zip(song.notes, notes) {
      #expect(abs(note.beat * 24_000 - Double(written.frame)) < 1)
    }
  }
}
