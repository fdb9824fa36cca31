// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Perceived loudness: the mean power of a stretch after K-weighting, summed over both sides.
struct Loudness {
  /// How long a hit is measured after its onset, in seconds.
  static let windowSeconds = 0.05

  /// How long it is measured if its ringing is wanted too, in seconds.
  static let lateSeconds = 0.2

  /// The mean power of each side after K-weighting, from ``windowSeconds`` until ``lateSeconds``
  /// after a hit's first frame. A sound that ends earlier is silent then.
  static func latePower(_ frames: some Collection<SIMD2<Float>>, sampleRateHz: Double)
    -> SIMD2<Double>
  {
    var weighting = KWeighting(sampleRateHz: sampleRateHz)
    let first = Int(windowSeconds * sampleRateHz)
    let count = Int(lateSeconds * sampleRateHz)
    var energy = SIMD2<Double>.zero
    for (frame, sample) in frames.prefix(count).enumerated() {
      let weighted = weighting.process(SIMD2<Double>(sample))
      if frame >= first { energy += weighted * weighted }
    }
    return energy / Double(max(1, count - first))
  }

  /// The level over ``lateSeconds`` above that over ``windowSeconds``, in decibels; 0 for silence.
  static func sustainDecibels(early: Double, late: Double) -> Float {
    guard early > 0 else { return 0 }
    let share = windowSeconds / lateSeconds
    return Float(10 * log10(share + (1 - share) * late / early))
  }

  private let weighting: KWeighting

  init(sampleRateHz: Double) { weighting = KWeighting(sampleRateHz: sampleRateHz) }

  /// Decibels relative to full scale of the frames in `range`. Earlier frames ring on from `start`,
  /// before which there is silence. -infinity for silence.
  func decibels(_ frames: [SIMD2<Float>], in range: Range<Int>, heardFrom start: Int = 0) -> Float {
    guard !range.isEmpty else { return -.infinity }
    var weighting = weighting
    var energy = 0.0
    for frame in min(start, frames.count)..<min(range.upperBound, frames.count) {
      let weighted = weighting.process(SIMD2<Double>(frames[frame]))
      if frame >= range.lowerBound { energy += (weighted * weighted).sum() }
    }
    return KWeighting.loudness(power: energy / Double(range.count))
  }
}
