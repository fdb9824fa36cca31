// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// How high a mono signal rises between its samples: its spectrum, read at 16 times as many places.
/// Nothing is left out near half of the sample rate, as filters do: it checks those.
public enum FinePeak {
  private static let factor = 16
  /// Read at a time; ``margin`` of them on each side only lead in and out.
  private static let stretch = 32_768
  private static let margin = 4096

  /// The highest, in decibels of full scale; -infinity for silence.
  public static func decibels(_ samples: [Float]) -> Double {
    let narrow = RealTransform(size: stretch)
    let wide = RealTransform(size: factor * stretch)
    var spectrum = [SIMD8<Float>](repeating: .zero, count: 2 * narrow.vectorCount)
    var stuffed = [SIMD8<Float>](repeating: .zero, count: 2 * wide.vectorCount)
    var peak = samples.reduce(Float(0)) { max($0, abs($1)) }
    for first in stride(from: 0, to: samples.count, by: stretch - 2 * margin) {
      for index in 0..<stretch {
        let place = first - margin + index
        narrow.signal[index] = samples.indices.contains(place) ? samples[place] : 0
      }
      narrow.forward(into: &spectrum)
      for vector in 0..<narrow.vectorCount {
        stuffed[vector] = spectrum[vector]
        stuffed[wide.vectorCount + vector] = spectrum[narrow.vectorCount + vector]
      }
      // The last bin stands for itself and its mirror.
      stuffed[stretch / 16][0] *= 0.5
      wide.inverse(of: stuffed)
      for place in factor * margin..<factor * (stretch - margin) {
        peak = max(peak, Float(factor) * abs(wide.signal[place]))
      }
    }
    return 20 * log10(Double(peak))
  }
}
