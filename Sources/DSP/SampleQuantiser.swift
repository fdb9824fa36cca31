// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns floats into whole numbers of a number of bits.
///
/// Sounds that whole numbers can represent exactly are written unchanged, and silence stays
/// silence. Others may be dithered with triangular noise of two steps peak to peak, so that the
/// error is a steady hiss and not a distortion. All of their samples are dithered, including those
/// that happen to be whole, as half of the loud ones are at 24 bits. What is not above the ceiling
/// of ``DSP/SoftLimiter`` is not written above it. Source: S. Lipshitz, R. Wannamaker, J.
/// Vanderkooy, "Quantization and dither: a theoretical survey", J. AES 40, 1992.
public struct SampleQuantiser: BitwiseCopyable, Sendable {
  /// A sound is dithered for this many samples after the last one that was not whole.
  private static var ditheredSamples: Int { @_noLocks get { 8192 } }

  private let fullScale: Double
  private let ceilingCode: Int64
  private let isDithered: Bool
  private var noise: SeededGenerator
  /// Samples that are still to be dithered.
  private var remainingSamples = 0

  /// - Parameters:
  ///   - bits: 16, 24 or 32.
  ///   - ditherSeed: Of the noise; nil for none.
  public init(bits: Int, ditherSeed: UInt64?) {
    fullScale = Double(1 << (bits - 1))
    ceilingCode = Int64(fullScale * Double(SoftLimiter.ceilingAmplitude))
    isDithered = ditherSeed != nil
    noise = SeededGenerator(seed: ditherSeed ?? 0)
  }

  /// The whole number nearest to a sample of -1...1. Larger samples are clipped; NaN is 0.
  @_noLocks public mutating func code(_ sample: Float) -> Int32 {
    guard sample == sample else { return 0 }
    let held = sample > 2 ? 2 : sample < -2 ? -2 : sample
    var scaled = Double(held) * fullScale
    let isWhole = scaled == Double(Int64(scaled))
    remainingSamples = isWhole ? max(0, remainingSamples &- 1) : Self.ditheredSamples
    if isDithered && remainingSamples > 0 && sample != 0 {
      scaled += Double(noise.uniform()) - Double(noise.uniform())
    }
    let rounded = Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
    let isLimited = abs(sample) <= SoftLimiter.ceilingAmplitude
    let most = isLimited ? ceilingCode : Int64(fullScale) - 1
    let least = isLimited ? -ceilingCode : -Int64(fullScale)
    return Int32(truncatingIfNeeded: rounded > most ? most : rounded < least ? least : rounded)
  }
}
