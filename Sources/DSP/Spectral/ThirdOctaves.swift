// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Bands of a third of an octave from 25 Hz to 20 kHz, ten to each factor of ten of the frequency.
///
/// Source: IEC 61260-1 (2014): exact centres 10^(n/10) Hz, edges half a band to both sides. The names are those of ISO 266.
public enum ThirdOctaves {
  /// The place of the first and of the last band, as the power of ten of a tenth of it.
  private static let places = 14...43
  private static let names: [Float] = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8]
  private static let octavesPerDecade: Float = 3.3219281

  /// The centres as people name them, in Hz: 25, 31.5, 40 … 20000.
  public static let centresHz: [Float] = places.map { place in
    (0..<place / 10).reduce(names[place % 10]) { centre, _ in 10 * centre }
  }

  /// The edges of the bands, in Hz: one more than there are bands.
  public static let edgesHz: [Float] = (places.lowerBound...places.upperBound + 1).map { place in
    rt_exp2(octavesPerDecade * (Float(place) - 0.5) / 10)
  }

  /// The bands that lie under half the sample rate, at least with their centres.
  public static func count(sampleRateHz: Float) -> Int {
    centresHz.count { $0 < sampleRateHz / 2 }
  }

  /// The bins of each band in a transform of `size` points, each with the share of its width that lies in the band.
  public static func bins(size: Int, sampleRateHz: Float) -> [SpectrumBands.Band] {
    let binHz = sampleRateHz / Float(size)
    return (0..<count(sampleRateHz: sampleRateHz)).map { band in
      let (lower, upper) = (edgesHz[band] / binHz, edgesHz[band + 1] / binHz)
      let first = Int(lower.rounded())
      let last = max(first, min(size / 2, Int(upper.rounded())))
      let weights = (first...last).map { bin in
        max(0, min(upper, Float(bin) + 0.5) - max(lower, Float(bin) - 0.5))
      }
      return (first, weights)
    }
  }
}
