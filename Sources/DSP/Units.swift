// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Conversions between the units of the field; the only place where they are written out.
public enum Units {
  /// Level in decibels of a linear amplitude; -infinity for 0.
  @_noLocks public static func decibels(amplitude: Float) -> Float {
    amplitude > 0 ? 6.0205999 * rt_log2(amplitude) : -.infinity
  }

  /// Level in decibels of a power (squared amplitude); -infinity for 0.
  @_noLocks public static func decibels(power: Float) -> Float {
    power > 0 ? 3.0103 * rt_log2(power) : -.infinity
  }

  /// Linear amplitude of a level in decibels; 0 for -infinity.
  @_noLocks public static func amplitude(decibels: Float) -> Float {
    rt_exp2(decibels * 0.16609640)
  }

  /// Power (squared amplitude) of a level in decibels; 0 for -infinity.
  @_noLocks public static func power(decibels: Float) -> Float {
    rt_exp2(decibels * 0.33219281)
  }

  /// The ratio of two frequencies that are this many hundredths of a semitone apart.
  @_noLocks public static func ratio(cents: Float) -> Float { rt_exp2(cents * (1 / 1200)) }

  /// Whole frames nearest to a time.
  @_noLocks public static func frames(seconds: Float, sampleRateHz: Float) -> Int {
    Int(seconds * sampleRateHz + 0.5)
  }
}
