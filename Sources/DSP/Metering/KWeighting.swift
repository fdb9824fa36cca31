// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Weights a signal as ears do, for two sides at once: a shelf that raises high frequencies by 4
/// dB, and a high-pass.
///
/// Source: Recommendation ITU-R BS.1770-4, annex 1. It gives the filters for 48 kHz; those for
/// other rates follow from the same analogue responses by the bilinear transform. No latency beyond
/// the filters' own phase.
///
/// It has no `reset()`: use a new one for a new stream.
public struct KWeighting: BitwiseCopyable, Sendable {
  private var shelf: Section
  private var highPass: Section

  /// A filter at rest.
  public init(sampleRateHz: Double) {
    shelf = .highShelf(
      cutoffHz: 1681.9745, gainDecibels: 3.99984, quality: 0.7071752, sampleRateHz: sampleRateHz)
    highPass = .highPass(cutoffHz: 38.13547, quality: 0.5003270, sampleRateHz: sampleRateHz)
  }

  /// The level in LUFS of the mean power of weighted samples, summed over both sides; -infinity for
  /// silence.
  public static func loudness(power: Double) -> Float {
    power > 1e-15 ? Float(-0.691 + 10 * log10(power)) : -.infinity
  }

  /// The mean power of a level in LUFS; 0 for -infinity.
  public static func power(loudness: Float) -> Double { pow(10, (Double(loudness) + 0.691) / 10) }

  /// Weights the next frame.
  @_noLocks @inline(__always)
  public mutating func process(_ frame: SIMD2<Double>) -> SIMD2<Double> {
    highPass.process(shelf.process(frame))
  }

  /// A second-order section for two sides.
  private struct Section: BitwiseCopyable, Sendable {
    let b0, b1, b2, a1, a2: Double
    private var state1 = SIMD2<Double>.zero
    private var state2 = SIMD2<Double>.zero

    private init(b0: Double, b1: Double, b2: Double, a0: Double, a1: Double, a2: Double) {
      (self.b0, self.b1, self.b2) = (b0 / a0, b1 / a0, b2 / a0)
      (self.a1, self.a2) = (a1 / a0, a2 / a0)
    }

    static func highShelf(
      cutoffHz: Double, gainDecibels: Double, quality: Double, sampleRateHz: Double
    ) -> Section {
      let k = tan(.pi * cutoffHz / sampleRateHz)
      let high = pow(10, gainDecibels / 20)
      let band = pow(high, 0.4996667742)
      return Section(
        b0: high + band * k / quality + k * k, b1: 2 * (k * k - high),
        b2: high - band * k / quality + k * k, a0: 1 + k / quality + k * k, a1: 2 * (k * k - 1),
        a2: 1 - k / quality + k * k)
    }

    /// As in the Recommendation, its gain at high frequencies is that of the numerator 1, -2, 1.
    static func highPass(cutoffHz: Double, quality: Double, sampleRateHz: Double) -> Section {
      let k = tan(.pi * cutoffHz / sampleRateHz)
      let scale = 1 + k / quality + k * k
      return Section(
        b0: scale, b1: -2 * scale, b2: scale, a0: scale, a1: 2 * (k * k - 1),
        a2: 1 - k / quality + k * k)
    }

    @_noLocks @inline(__always)
    mutating func process(_ sample: SIMD2<Double>) -> SIMD2<Double> {
      let output = b0 * sample + state1
      state1 = b1 * sample + state2 - a1 * output
      state2 = b2 * sample - a2 * output
      return output
    }
  }
}
