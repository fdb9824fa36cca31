// SPDX-License-Identifier: GPL-3.0-or-later
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
}
