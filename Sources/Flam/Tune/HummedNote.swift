// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A hummed note as an instrument plays it: on the nearest key, with a strength.
struct HummedNote {
  /// The strength of the loudest note; half of it is 12 dB softer.
  private static let loudestStrength: Float = 0.8

  let onsetFrame: Int
  let endFrame: Int
  /// As MIDI counts: 69 is A4.
  let key: Int
  /// 0...1.
  let strength: Float

  /// Those of a line.
  static func all(_ notes: [SungNote], a4Hz: Float) -> [HummedNote] {
    let loudest = notes.map(\.levelDecibels).max() ?? 0
    return notes.map { note in
      HummedNote(
        onsetFrame: note.onsetFrame, endFrame: note.endFrame,
        key: KeyPitch(frequencyHz: note.frequencyHz, a4Hz: a4Hz).key,
        strength: loudestStrength * exp2((note.levelDecibels - loudest) / 12))
    }
  }
}
