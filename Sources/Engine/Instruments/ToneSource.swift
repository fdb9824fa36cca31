// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Instruments of General MIDI, for the notes that a player sends.
public protocol ToneSource: AnyObject {
  /// What sounds of a note; the source keeps its waves for as long as it lives.
  ///
  /// - Parameters:
  ///   - program: 0...127.
  ///   - key: 69 is 440 Hz; parts of semitones count.
  ///   - velocity: 1...127.
  func tones(program: Int, key: Double, velocity: Double) throws(EngineError) -> [Tone]
}
