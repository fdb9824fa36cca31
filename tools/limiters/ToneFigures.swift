// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The distortion and the aliases of a tone, from a spectrum of its last 32768 frames.
///
/// The window leaks nothing beyond 12 bins (18 Hz at 48 kHz), so it separates harmonics from the
/// rest. The transform's own rounding is near -130 dB.
public struct ToneFigures: Sendable {
  private static let size = 32_768
  private static let window = KaiserWindow(beta: 24)
  private static let lobeBins = 12

  /// The level of everything but the tone itself, relative to it: total harmonic distortion and
  /// noise, linear.
  public let distortion: Double
  /// The level of everything that is not a harmonic of the tone, relative to it, in decibels.
  public let aliasDecibels: Double
  /// The power of each bin, relative to the strongest, in decibels.
  public let binDecibels: [Double]
  /// The distance from one bin to the next.
  public let hertzPerBin: Double

  /// Figures of mono `samples` that contain a tone of `hertz`.
  public init(_ samples: [Float], hertz: Double, sampleRateHz: Double = 48_000) {
    let powers = Self.powers(samples)
    hertzPerBin = sampleRateHz / Double(Self.size)
    var isHarmonic = [Bool](repeating: false, count: powers.count)
    var harmonic = 1
    while Double(harmonic) * hertz < sampleRateHz / 2 {
      for bin in Self.bins(Double(harmonic) * hertz / hertzPerBin, powers.count) {
        isHarmonic[bin] = true
      }
      harmonic += 1
    }
    let tone = Self.bins(hertz / hertzPerBin, powers.count).reduce(0) { $0 + powers[$1] }
    let all = powers.reduce(0, +)
    var aliases = 0.0
    for (bin, power) in powers.enumerated() where !isHarmonic[bin] { aliases += power }
    distortion = (max(0, all - tone) / tone).squareRoot()
    aliasDecibels = Double(Units.decibels(power: Float(aliases / tone)))
    let most = powers.max() ?? 0
    binDecibels = powers.map { Double(Units.decibels(power: Float($0 / most))) }
  }

  /// The bins of a tone at `place`.
  private static func bins(_ place: Double, _ count: Int) -> Range<Int> {
    let middle = Int(place.rounded())
    return max(0, middle - lobeBins)..<min(count, middle + lobeBins + 1)
  }

  private static func powers(_ samples: [Float]) -> [Double] {
    var spectrum = PowerSpectrum(minimumSize: size)
    let first = max(0, samples.count - size)
    let count = samples.count - first
    for index in 0..<count {
      let place = (2 * Double(index) + 1) / Double(count) - 1
      spectrum.input[index] = samples[first + index] * Float(window.value(at: place))
    }
    spectrum.transform()
    return (0...size / 2).map { Double(spectrum.power(bin: $0)) }
  }
}
