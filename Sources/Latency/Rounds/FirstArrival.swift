// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The beginning of an impulse response: its first arrival, however much louder the rest is.
struct FirstArrival {
  /// The band to look at, in hertz: high enough for short pulses, low enough for small
  /// loudspeakers.
  private static let bandHz = 300.0...20_000.0
  private static let highestShare = 0.42
  /// How much softer than the loudest the first arrival may be, in decibels; pulse ripples are
  /// below that.
  private static let searchedDecibels = 24.0
  /// Noise practically never exceeds this many times its mean power.
  private static let noisePeak: Float = 20

  /// Its time, in frames of the response.
  let frames: Double
  /// How far the loudest arrival is above what noise could imitate, in decibels.
  let rangeDecibels: Double

  /// Weights for the bins of a transform that turn an arrival into a short pulse without ripples
  /// (Hann).
  static func weights(size: Int, sampleRateHz: Double) -> [Float] {
    let highest = min(highestShare * sampleRateHz, bandHz.upperBound)
    return (0...size / 2).map { bin in
      let hertz = sampleRateHz * Double(bin) / Double(size)
      let place = (hertz - bandHz.lowerBound) / (highest - bandHz.lowerBound)
      return place > 0 && place < 1 ? Float(0.5 - 0.5 * cos(2 * .pi * place)) : 0
    }
  }

  /// Searches the first `searchedFrames` of a response with the weighted spectrum `spectrum`;
  /// `noiseFrames` contain only noise.
  init(
    _ spectrum: Spectrum, transform: borrowing RealTransform, searchedFrames: Int,
    noiseFrames: Range<Int>
  ) {
    let response = transform.samples(of: spectrum)
    let quadrature = transform.samples(of: spectrum.quadrature)
    let powers = zip(response, quadrature).map { $0 * $0 + $1 * $1 }
    let noise = Self.meanPower(powers[noiseFrames]) * Self.noisePeak
    let peak = powers[..<searchedFrames].max() ?? 0
    let threshold = max(noise, peak * Units.power(decibels: -Float(Self.searchedDecibels)))
    rangeDecibels = noise > 0 ? 10 * log10(Double(peak / noise)) : .infinity
    var frame = powers.firstIndex { $0 >= threshold && $0 > 0 } ?? 0
    while frame + 1 < searchedFrames && powers[frame + 1] > powers[frame] { frame += 1 }
    frames = Double(frame) + Self.vertex(powers, around: frame)
  }

  /// The mean of powers from their median: those of noise have an exponential distribution.
  private static func meanPower(_ powers: ArraySlice<Float>) -> Float {
    powers.sorted()[powers.count / 2] / Float(M_LN2)
  }

  /// The vertex, between frames, of the parabola through the logarithms of three powers.
  private static func vertex(_ powers: [Float], around frame: Int) -> Double {
    guard frame > 0, frame + 1 < powers.count, powers[frame - 1] > 0, powers[frame + 1] > 0 else {
      return 0
    }
    let (before, here, after) = (
      log(Double(powers[frame - 1])), log(Double(powers[frame])), log(Double(powers[frame + 1]))
    )
    let curvature = before - 2 * here + after
    return curvature < 0 ? max(-0.5, min(0.5, 0.5 * (before - after) / curvature)) : 0
  }
}
