// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A period of thousands of tones of equal strength, each with whole cycles. Played again and
/// again, it measures the phase of every tone at once.
///
/// The tones' phases make it a sweep that ends where it begins, so its peak is hardly above its
/// mean level. Source: M. Schroeder, "Synthesis of low-peak-factor signals and binary sequences
/// with low autocorrelation", IEEE Trans. IT 16, 1970.
public struct ToneComb: Sendable {
  /// The lowest tone, in hertz: well above filters that block DC, whose phase is not a delay.
  private static let lowestHz = 200.0
  /// The highest tone, as a share of the sample rate; converters pass it at any rate.
  private static let highestShare = 0.42
  private static let highestHz = 20_000.0
  /// Shortest period, in seconds.
  private static let shortestSeconds = 0.25

  /// One period; its length is a power of two.
  public let period: [Float]
  /// The tones, in cycles a period.
  public let tones: ClosedRange<Int>
  /// Frames a second.
  public let sampleRateHz: Double

  /// Tones whose sum has `peakDecibels` re full scale.
  public init(sampleRateHz: Double, peakDecibels: Float = -18) {
    self.sampleRateHz = sampleRateHz
    let transform = RealTransform(
      size: RealTransform.size(holding: Int(Self.shortestSeconds * sampleRateHz)))
    let spacingHz = sampleRateHz / Double(transform.size)
    let highestHz = min(Self.highestShare * sampleRateHz, Self.highestHz)
    let tones = Int((Self.lowestHz / spacingHz).rounded(.up))...Int(highestHz / spacingHz)
    self.tones = tones
    var spectrum = transform.spectrum(of: [])
    for tone in tones {
      let number = Double(tone - tones.lowerBound)
      let phase = -Double.pi * number * number / Double(tones.count)
      spectrum.real[tone] = Float(cos(phase))
      spectrum.imaginary[tone] = Float(sin(phase))
    }
    let sum = transform.samples(of: spectrum)
    let peak = sum.reduce(0) { max($0, abs($1)) }
    period = sum.map { Units.amplitude(decibels: peakDecibels) / peak * $0 }
  }
}
