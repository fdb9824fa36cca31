// SPDX-License-Identifier: GPL-3.0-or-later
import Sessions

extension StandardMIDIFile {
  /// A hummed line: each note on its key, as long as it was held.
  init(_ notes: [HummedNote], sampleRateHz: Int) {
    self.init(
      notes.map { note in
        Note(
          frame: note.onsetFrame, note: note.key, strength: note.strength,
          frameCount: note.endFrame - note.onsetFrame)
      }, sampleRateHz: sampleRateHz, isMelody: true)
  }
}
