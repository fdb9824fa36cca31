// SPDX-License-Identifier: GPL-3.0-or-later

/// What a ``PitchTracker`` hears at a moment.
public struct PitchReading: BitwiseCopyable, Sendable, Equatable {
  /// How many frames had been heard. The sound of the reading is centred half a window before.
  public let frame: Int
  /// How often the sound repeats in a second; 0 where it does not, or out of the tracker's range.
  public let frequencyHz: Float
  /// How much the sound is like itself one period later: 1 for a tone that lasts, about 0 for noise.
  public let clarity: Float
  /// The level of the last half window, in dBFS; -infinity for silence.
  public let levelDecibels: Float

  /// The least clarity of a tone.
  public static var leastClarity: Float { @_noLocks get { 0.7 } }

  /// There is a tone.
  public var isTone: Bool {
    @_noLocks get { frequencyHz > 0 && clarity >= Self.leastClarity }
  }
}
