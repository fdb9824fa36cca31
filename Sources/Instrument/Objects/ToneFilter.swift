// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// A resonant low-pass of two poles whose cutoff may move fast: softer by half of its resonance, as SoundFonts have it, and
/// without any as loud as if it were left out.
///
/// Source: A. Simper, "Solving the continuous SVF equations using trapezoidal integration and equivalent currents", Cytomic, 2013.
struct ToneFilter: BitwiseCopyable {
  /// The highest cutoff, as a share of the rate.
  private static var highestShare: Float { @_noLocks get { 0.45 } }
  /// The lowest and the highest cutoff, in cents above 8.176 Hz: 19 Hz and 20 kHz.
  private static var lowestCents: Float { @_noLocks get { 1500 } }
  private static var highestCents: Float { @_noLocks get { 13_500 } }

  private var first: Float = 0
  private var second: Float = 0
  private var third: Float = 0
  private var gain: Float = 1
  private var charges = SIMD2<Float>.zero

  @_noLocks init() {}

  /// Sets its cutoff, in cents above 8.176 Hz.
  @_noLocks mutating func set(cents: Float, resonanceDecibels: Float, sampleRateHz: Float) {
    let cents = min(Self.highestCents, max(Self.lowestCents, cents))
    let share = 8.176 * rt_exp2(cents / 1200) / sampleRateHz
    let angle = Float.pi * min(Self.highestShare, share)
    let quality = Units.amplitude(decibels: resonanceDecibels - 3.01)
    let slope = rt_sin(angle) / rt_cos(angle)
    first = 1 / (1 + slope * (slope + 1 / quality))
    second = slope * first
    third = slope * second
    gain = Units.amplitude(decibels: -resonanceDecibels / 2)
  }

  /// Filters frames.
  @_noLocks mutating func apply(to frames: UnsafeMutablePointer<Float>, count: Int) {
    let (first, second, third, gain) = (first, second, third, gain)
    var (one, two) = (charges.x, charges.y)
    for frame in 0..<count {
      let rest = frames[frame] - two
      let band = first * one + second * rest
      let low = two + second * one + third * rest
      one = 2 * band - one
      two = 2 * low - two
      frames[frame] = gain * low
    }
    charges = SIMD2(one, two)
  }
}
