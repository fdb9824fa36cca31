// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// The power of a sound as it was made for playing. Conversion to another sample rate removes
/// frequencies that are too high for it, and may let a swell begin at another of its waves.
struct BeginningPower {
  /// The mean power of each side after K-weighting, over ``Loudness/windowSeconds`` from its first
  /// frame.
  private let sides: SIMD2<Double>

  /// How much of a sound is measured.
  static func frameCount(sampleRateHz: Int) -> Int {
    Int(Loudness.windowSeconds * Double(sampleRateHz))
  }

  /// Measures a sound from its first frame on.
  init(_ frames: [SIMD2<Float>], sampleRateHz: Int) {
    var weighting = KWeighting(sampleRateHz: Double(sampleRateHz))
    let count = Self.frameCount(sampleRateHz: sampleRateHz)
    var energy = SIMD2<Double>.zero
    for frame in 0..<count {
      // A shorter sound rings on in the filter.
      let weighted = weighting.process(frame < frames.count ? SIMD2<Double>(frames[frame]) : .zero)
      energy += weighted * weighted
    }
    sides = energy / Double(count)
  }

  /// Decibels relative to full scale on a pad with a place in the stereo image; -infinity for
  /// silence.
  func decibels(pan: Float) -> Float {
    let gains = SIMD2<Double>(PanLaw.gains(pan: pan))
    return KWeighting.loudness(power: (gains * gains * sides).sum())
  }
}

/// A sound of a kit as it will be played.
struct StoredSound {
  let sound: Sample
  let power: BeginningPower
}
