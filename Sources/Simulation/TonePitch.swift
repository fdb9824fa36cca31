// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The frequency of a tone, by where the peak of its spectrum lies.
public enum TonePitch {
  /// In hertz, to within a hundredth of a cent for a steady tone of 20 periods: searched for within
  /// a third of an octave.
  public static func hertz(
    _ samples: [Float], near hertz: Double, sampleRateHz: Double = 48_000
  ) -> Double {
    let window = samples.indices.map {
      1 - cos(2 * .pi * (Double($0) + 0.5) / Double(samples.count))
    }
    let windowed = zip(samples, window).map { Double($0) * $1 }
    func power(_ hertz: Double) -> Double {
      let angle = 2 * .pi * hertz / sampleRateHz
      let (turnX, turnY) = (cos(angle), sin(angle))
      var (x, y, sumX, sumY) = (1.0, 0.0, 0.0, 0.0)
      for sample in windowed {
        sumX += sample * x
        sumY += sample * y
        (x, y) = (x * turnX - y * turnY, x * turnY + y * turnX)
      }
      return sumX * sumX + sumY * sumY
    }
    // The highest of many, then what lies around it by golden sections.
    let resolution = sampleRateHz / Double(samples.count)
    let count = max(8, Int(0.5 * hertz / resolution) * 2)
    let candidates = (0...count).map { hertz * pow(2, (Double($0) / Double(count) - 0.5) * 2 / 3) }
    let powers = candidates.map(power)
    let best = powers.indices.max { powers[$0] < powers[$1] } ?? 0
    var low = candidates[max(0, best - 1)]
    var high = candidates[min(count, best + 1)]
    let share = (5.0.squareRoot() - 1) / 2
    for _ in 0..<40 {
      let (one, two) = (high - share * (high - low), low + share * (high - low))
      if power(one) < power(two) { low = one } else { high = two }
    }
    return (low + high) / 2
  }

  /// How far a tone is from a frequency, in hundredths of a semitone.
  public static func cents(
    _ samples: [Float], from hertz: Double, sampleRateHz: Double = 48_000
  ) -> Double {
    1200 * log2(Self.hertz(samples, near: hertz, sampleRateHz: sampleRateHz) / hertz)
  }
}
