// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Loudness as ears weigh it: the mean power of a stretch after K-weighting, both sides added.
struct Loudness {
  /// How long after its onset a hit is listened to, in seconds.
  static let windowSeconds = 0.05

  /// How long it is listened to where its ringing is asked for, too, in seconds.
  static let lateSeconds = 0.2

  /// Mean power of each side after K-weighting, from ``windowSeconds`` until ``lateSeconds`` after a hit's first frame; what
  /// ends sooner is silent then.
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

  /// Level over ``lateSeconds`` above that over ``windowSeconds``, in decibels; 0 for silence.
  static func sustainDecibels(early: Double, late: Double) -> Float {
    guard early > 0 else { return 0 }
    let share = windowSeconds / lateSeconds
    return Float(10 * log10(share + (1 - share) * late / early))
  }

  private let weighting: KWeighting

  init(sampleRateHz: Double) { weighting = KWeighting(sampleRateHz: sampleRateHz) }

  /// Decibels relative to full scale of the frames in `range`; what comes before them rings on from `start`, before which
  /// nothing is heard. -infinity for silence.
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
