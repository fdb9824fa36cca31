// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The delay on which the phases of many tones agree, by least squares.
///
/// It maximises the cross-correlation of what was heard with what was played, between the frames;
/// for white noise that is the most likely delay. Source: C. Knapp, G. C. Carter, "The generalized
/// correlation method for estimation of time delay", IEEE Trans. ASSP 24, 1976. A tone counts by
/// its strength, and by the square of its frequency. So a filter that blocks DC, whose phase falls
/// with frequency, moves the result by less than its corner frequency over 2π times the mean square
/// of the tones' frequencies: 0.0004 frames for 7 Hz at 48 kHz. A delay that a low-pass gives to
/// all tones counts as delay.
struct DelayFit {
  private static let mostSteps = 20
  private static let settledFrames = 1e-9

  /// Delay in frames.
  let frames: Double
  /// The signal comes back inverted.
  let isInverted: Bool
  /// How well the phases of all tones agree on one delay, 0...1; about 0 for noise.
  let agreement: Double

  /// Fits `cross`, a cross-spectrum at the bins `tones` of a transform of `size` points, near
  /// `start` frames; nil if it is empty.
  init?(_ cross: Spectrum, tones: ClosedRange<Int>, size: Int, near start: Double = 0) {
    let turn = 2 * Double.pi / Double(size)
    let whole = tones.reduce(0) { $0 + Double(cross.power($1)).squareRoot() }
    guard whole > 0 else { return nil }
    var delay = start
    var correlation = 0.0
    for _ in 0..<Self.mostSteps {
      var (slope, curvature) = (0.0, 0.0)
      correlation = 0
      for tone in tones {
        let frequency = turn * Double(tone)
        let (c, s) = (cos(frequency * delay), sin(frequency * delay))
        let (real, imaginary) = (Double(cross.real[tone]), Double(cross.imaginary[tone]))
        let inPhase = real * c - imaginary * s
        correlation += inPhase
        slope -= frequency * (real * s + imaginary * c)
        curvature -= frequency * frequency * inPhase
      }
      guard curvature * correlation < 0 else { break }
      let step = max(-0.5, min(0.5, slope / curvature))
      delay -= step
      if abs(step) < Self.settledFrames { break }
    }
    frames = delay
    isInverted = correlation < 0
    agreement = min(1, abs(correlation) / whole)
  }
}
