// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// A resonant low-pass of two poles whose cutoff may move fast, as loud in its pass band as FluidSynth's.
///
/// Source: A. Simper, "Solving the continuous SVF equations using trapezoidal integration and equivalent currents", Cytomic, 2013.
struct ToneFilter: BitwiseCopyable {
  /// The highest cutoff, as a share of the rate.
  private static var highestShare: Float { @_noLocks get { 0.45 } }
  /// The lowest cutoff, in cents above 8.176 Hz: 19 Hz.
  private static var lowestCents: Float { @_noLocks get { 1500 } }

  private var first: Float = 0
  private var second: Float = 0
  private var third: Float = 0
  private var gain: Float = 1
  private var charges = SIMD2<Float>.zero

  @_noLocks init() {}

  /// Sets its cutoff, in cents above 8.176 Hz.
  @_noLocks mutating func set(cents: Float, resonanceDecibels: Float, sampleRateHz: Float) {
    let share = 8.176 * rt_exp2(max(Self.lowestCents, cents) / 1200) / sampleRateHz
    let angle = Float.pi * min(Self.highestShare, share)
    let quality = Units.amplitude(decibels: resonanceDecibels - 3.01)
    let slope = rt_sin(angle) / rt_cos(angle)
    first = 1 / (1 + slope * (slope + 1 / quality))
    second = slope * first
    third = slope * second
    gain = 1 / rt_sqrt(quality)
  }

  /// The next sample.
  @_noLocks mutating func process(_ sample: Float) -> Float {
    let rest = sample - charges.y
    let band = first * charges.x + second * rest
    let low = charges.y + second * charges.x + third * rest
    charges = SIMD2(2 * band - charges.x, 2 * low - charges.y)
    return gain * low
  }
}
