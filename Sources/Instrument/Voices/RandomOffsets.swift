// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How far the hits on a pad stray by chance because its kit has it so: evenly, so far either way.
public struct RandomOffsets: BitwiseCopyable, Sendable, Equatable {
  /// Of the level, in decibels.
  public var gainDecibels: Float
  /// Of the pitch, in semitones.
  public var pitchSemitones: Float

  /// The range of the offsets; none by default.
  public init(gainDecibels: Float = 0, pitchSemitones: Float = 0) {
    (self.gainDecibels, self.pitchSemitones) = (gainDecibels, pitchSemitones)
  }

  /// Lets a stroke stray.
  @_noLocks func stray(_ touch: inout Humaniser.Touch, _ generator: inout SeededGenerator) {
    if gainDecibels > 0 {
      touch.gain *= Units.amplitude(decibels: gainDecibels * (2 * generator.uniform() - 1))
    }
    if pitchSemitones > 0 {
      touch.ratio *= Units.ratio(cents: 100 * pitchSemitones * (2 * generator.uniform() - 1))
    }
  }
}
