// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A low-pass filter of two poles, described so that it sounds the same at every sample rate.
///
/// It is a state-variable filter, one integrator after the other: `band = resonance · band + share
/// · (input - low)`, `low += share · band`. Its poles are converted from the rate for which they
/// were given to that of the sound, so that their frequency in hertz and their decay in seconds
/// stay. Source: H. Chamberlin, "Musical Applications of Microprocessors", Hayden 1985
/// (state-variable filter); J. O. Smith, "Introduction to Digital Filters", CCRMA 2007 (impulse
/// invariance).
struct LowPass: Sendable, Hashable {
  /// The rate for which ``share`` and ``resonance`` are given.
  private static let statedRateHz: Float = 44_100

  /// The share of the difference that a frame makes up, 0...1, at 44.1 kHz.
  let share: Float
  /// The share of its motion that a frame keeps, 0 ..< 1, at 44.1 kHz.
  let resonance: Float

  /// As in players that use two integrators at 44.1 kHz.
  init(share: Float, resonance: Float) {
    self.share = min(1, max(0.01, share))
    self.resonance = min(0.98, max(0, resonance))
  }

  /// Flat up to a cutoff at -3 dB, falling by 12 dB an octave above it (Butterworth).
  init(cutoffHz: Float) {
    let angle = 2 * Float.pi * cutoffHz / Self.statedRateHz / Float(2).squareRoot()
    let radius = exp(-angle)
    let square = 1 + radius * radius - 2 * radius * cos(angle)
    self.init(share: min(1, square.squareRoot()), resonance: radius * radius)
  }

  /// Filters a sound from rest.
  func apply(to frames: inout [SIMD2<Float>], sampleRateHz: Float) {
    let (share, resonance) = coefficients(sampleRateHz: sampleRateHz)
    var band = SIMD2<Float>.zero
    var low = SIMD2<Float>.zero
    for frame in frames.indices {
      band = resonance * band + share * (frames[frame] - low)
      low += share * band
      frames[frame] = low
    }
  }

  /// The same poles at another rate.
  private func coefficients(sampleRateHz: Float) -> (share: Float, resonance: Float) {
    let power = Self.statedRateHz / sampleRateHz
    let sum = 1 + resonance - share * share
    let discriminant = sum * sum / 4 - resonance
    let movedProduct: Float
    let movedSum: Float
    if discriminant < 0 {
      let radius = resonance.squareRoot()
      let movedRadius = pow(radius, power)
      movedProduct = movedRadius * movedRadius
      movedSum = 2 * movedRadius * cos(power * acos(sum / (2 * radius)))
    } else {
      let root = discriminant.squareRoot()
      let poles = [sum / 2 + root, sum / 2 - root].map { pow(max(0, $0), power) }
      movedProduct = poles[0] * poles[1]
      movedSum = poles[0] + poles[1]
    }
    return (max(0, 1 + movedProduct - movedSum).squareRoot(), movedProduct)
  }
}
