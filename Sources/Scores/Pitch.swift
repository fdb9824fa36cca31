// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The effect `pitch`: sounds play faster or slower, and so higher or lower. Places in a sound are counted in parts of a frame,
/// so that a score knows on which frame a sound ends without listening to it.
public enum Pitch {
  /// A frame has 2 to this power parts.
  public static let partBits = 32
  /// What can be set: 120 for an octave, 10 for a semitone.
  public static let range = -360.0...360.0

  /// Parts of a sound that pass in a frame.
  static func step(_ value: Double) -> Int {
    Int((exp2(value / 120) * Double(1 << partBits)).rounded())
  }

  /// Frames until a sound of so many frames has passed from a place on.
  static func frames(from place: Int, of frameCount: Int, step: Int) -> Int {
    let left = frameCount << partBits - place
    return left > 0 ? (left + step - 1) / step : 0
  }
}
