// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// A frequency as musicians say it: the nearest key of a piano, and how far it is from that.
public struct KeyPitch: Sendable, Equatable {
  /// What A4 may be tuned to, in Hz.
  public static let tunings: ClosedRange<Float> = 300...600

  private static let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
  private static let (a4Key, octaveKeys): (Float, Int) = (69, 12)

  /// The key, as MIDI counts: 69 is A4, 60 is C4.
  public let key: Int
  /// How far the frequency is over the key, in hundredths of a semitone: -50...50.
  public let cents: Float

  /// The key of a frequency above 0, on a piano whose A4 has `a4Hz`.
  public init(frequencyHz: Float, a4Hz: Float) {
    let place = Self.a4Key + Float(Self.octaveKeys) * rt_log2(frequencyHz / a4Hz)
    key = Int(place.rounded())
    cents = 100 * (place - Float(key))
  }

  /// Its name: C4, F#3.
  public var name: String {
    let octave = Int((Double(key) / Double(Self.octaveKeys)).rounded(.down))
    return "\(Self.names[key - Self.octaveKeys * octave])\(octave - 1)"
  }
}
