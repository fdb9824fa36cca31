// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Bins 0...size/2 of a real signal's discrete Fourier transform, in arrays. Not for the audio
/// thread.
public struct Spectrum: Sendable {
  /// The part of each bin that is in phase with a cosine.
  public var real: [Float]
  /// The part of each bin that is a quarter of a turn off.
  public var imaginary: [Float]

  /// A spectrum of these parts, the same number of each.
  public init(real: [Float], imaginary: [Float]) {
    self.real = real
    self.imaginary = imaginary
  }

  /// The bins.
  public var indices: Range<Int> { real.indices }

  /// Squared magnitude of a bin.
  public func power(_ bin: Int) -> Float {
    real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
  }

  /// Turns a bin by an angle in radians and multiplies it by a gain.
  public mutating func turn(_ bin: Int, by angle: Float, gain: Float = 1) {
    let (c, s) = (gain * rt_cos(angle), gain * rt_sin(angle))
    (real[bin], imaginary[bin]) = (
      c * real[bin] - s * imaginary[bin], s * real[bin] + c * imaginary[bin]
    )
  }

  /// This spectrum times the conjugate of another: the spectrum of their cross-correlation.
  public func cross(_ other: Spectrum) -> Spectrum {
    var product = self
    for bin in indices {
      product.real[bin] = real[bin] * other.real[bin] + imaginary[bin] * other.imaginary[bin]
      product.imaginary[bin] = imaginary[bin] * other.real[bin] - real[bin] * other.imaginary[bin]
    }
    return product
  }

  /// This spectrum times another: that of the one signal filtered by the other.
  public func times(_ other: Spectrum) -> Spectrum { cross(other.conjugate) }

  /// This spectrum divided by another where the other has more power than `floor`; below it the
  /// result fades.
  public func divided(by other: Spectrum, floor: Float) -> Spectrum {
    cross(other).weighted(by: other.indices.map { 1 / (other.power($0) + floor) })
  }

  /// The bins, each times a real weight.
  public func weighted(by weights: [Float]) -> Spectrum {
    Spectrum(
      real: zip(real, weights).map { $0 * $1 }, imaginary: zip(imaginary, weights).map { $0 * $1 })
  }

  /// The spectrum of the signal reversed in time.
  public var conjugate: Spectrum { Spectrum(real: real, imaginary: imaginary.map { -$0 }) }

  /// The spectrum of the signal's quadrature: each frequency a quarter of a turn later.
  public var quadrature: Spectrum { Spectrum(real: imaginary, imaginary: real.map { -$0 }) }

  /// Adds another spectrum.
  public static func += (sum: inout Spectrum, more: Spectrum) {
    for bin in sum.indices {
      sum.real[bin] += more.real[bin]
      sum.imaginary[bin] += more.imaginary[bin]
    }
  }
}

extension RealTransform {
  /// The smallest power of two that is at least `frames`.
  public static func size(holding frames: Int) -> Int {
    var size = 2
    while size < frames { size *= 2 }
    return size
  }

  /// The spectrum of a signal that is not longer than the transform, padded with silence. Not for
  /// the audio thread.
  public func spectrum(of samples: some Sequence<Float>) -> Spectrum {
    signal.update(repeating: 0, count: size)
    for (frame, sample) in samples.enumerated() { signal[frame] = sample }
    return withUnsafeTemporaryAllocation(of: SIMD8<Float>.self, capacity: 2 * vectorCount) {
      planes in
      guard let start = planes.baseAddress else { return Spectrum(real: [], imaginary: []) }
      forward(into: start)
      let bins = UnsafeRawPointer(start).assumingMemoryBound(to: Float.self)
      return Spectrum(
        real: (0...size / 2).map { bins[$0] },
        imaginary: (0...size / 2).map { bins[8 * vectorCount + $0] })
    }
  }

  /// The signal of a spectrum. Not for the audio thread.
  public func samples(of spectrum: Spectrum) -> [Float] {
    withUnsafeTemporaryAllocation(of: SIMD8<Float>.self, capacity: 2 * vectorCount) { planes in
      guard let start = planes.baseAddress else { return [] }
      planes.initialize(repeating: .zero)
      let bins = UnsafeMutableRawPointer(start).assumingMemoryBound(to: Float.self)
      for bin in spectrum.indices {
        bins[bin] = spectrum.real[bin]
        bins[8 * vectorCount + bin] = spectrum.imaginary[bin]
      }
      inverse(of: start)
      return (0..<size).map { signal[$0] }
    }
  }
}
