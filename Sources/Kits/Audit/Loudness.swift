// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Loudness as ears weigh it: the mean power of a stretch after K-weighting, both sides added.
struct Loudness {
  /// How long after its onset a hit is listened to, in seconds.
  static let windowSeconds = 0.05

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
