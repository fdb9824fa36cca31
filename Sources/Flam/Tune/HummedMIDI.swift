// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Sessions

/// A hummed line as a MIDI file: each note on the nearest key, as long as it was held.
struct HummedMIDI {
  /// The strength of the loudest note; half of it is 12 dB softer.
  private static let loudestStrength: Float = 0.8

  let file: StandardMIDIFile

  init(_ notes: [SungNote], sampleRateHz: Int, a4Hz: Float) {
    let loudest = notes.map(\.levelDecibels).max() ?? 0
    file = StandardMIDIFile(
      notes.map { note in
        StandardMIDIFile.Note(
          frame: note.onsetFrame,
          note: KeyPitch(frequencyHz: note.frequencyHz, a4Hz: a4Hz).key,
          strength: Self.loudestStrength * exp2((note.levelDecibels - loudest) / 12),
          frameCount: note.endFrame - note.onsetFrame)
      }, sampleRateHz: sampleRateHz, isMelody: true)
  }
}
