// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A second-order filter. Source: R. Bristow-Johnson, "Audio EQ cookbook", 2005.
package struct Biquad {
  private let b0, b1, b2, a1, a2: Double

  /// Numerator and denominator as the cookbook writes them; the leading 1 of `a` is left out.
  package init(b: (Double, Double, Double), a: (Double, Double)) {
    (b0, b1, b2) = b
    (a1, a2) = a
  }

  package static func lowPass(hz: Double, q: Double = 0.7071) -> Biquad {
    let (cosine, alpha) = angles(hz: hz, q: q)
    let (side, norm) = ((1 - cosine) / 2, 1 + alpha)
    return Biquad(
      b: (side / norm, 2 * side / norm, side / norm), a: (-2 * cosine / norm, (1 - alpha) / norm))
  }

  package static func highPass(hz: Double, q: Double = 0.7071) -> Biquad {
    let (cosine, alpha) = angles(hz: hz, q: q)
    let (side, norm) = ((1 + cosine) / 2, 1 + alpha)
    return Biquad(
      b: (side / norm, -2 * side / norm, side / norm), a: (-2 * cosine / norm, (1 - alpha) / norm))
  }

  /// Unity gain at its centre.
  package static func bandPass(hz: Double, q: Double) -> Biquad {
    let (cosine, alpha) = angles(hz: hz, q: q)
    let norm = 1 + alpha
    return Biquad(
      b: (alpha / norm, 0, -alpha / norm), a: (-2 * cosine / norm, (1 - alpha) / norm))
  }

  /// The signal after the filter, which starts at rest.
  package func filter(_ signal: [Double]) -> [Double] {
    var (state1, state2) = (0.0, 0.0)
    return signal.map { input in
      let output = b0 * input + state1
      state1 = b1 * input - a1 * output + state2
      state2 = b2 * input - a2 * output
      return output
    }
  }

  private static func angles(hz: Double, q: Double) -> (cosine: Double, alpha: Double) {
    let radians = 2 * Double.pi * min(hz, 0.49 * sampleRateHz) / sampleRateHz
    return (cos(radians), sin(radians) / (2 * q))
  }
}

extension [Double] {
  /// The signal after several filters, one after the other.
  package func filtered(_ filters: Biquad...) -> [Double] {
    filters.reduce(self) { $1.filter($0) }
  }
}
