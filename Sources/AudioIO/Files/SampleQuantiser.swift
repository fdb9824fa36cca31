// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Turns floats into whole numbers of so many bits.
///
/// What a whole number can say exactly is written as it is, and silence stays silence. What it cannot may be dithered with
/// triangular noise of two steps peak to peak, so that the error is a steady hiss and not a distortion. Source:
/// S. Lipshitz, R. Wannamaker, J. Vanderkooy, "Quantization and dither: a theoretical survey", J. AES 40, 1992.
struct SampleQuantiser {
  private let fullScale: Double
  private var dither: SeededGenerator?

  /// - Parameters:
  ///   - bits: 16, 24 or 32.
  ///   - ditherSeed: Of the noise; nil for none.
  init(bits: Int, ditherSeed: UInt64?) {
    fullScale = Double(1 << (bits - 1))
    dither = ditherSeed.map(SeededGenerator.init(seed:))
  }

  /// The whole number nearest to a sample of -1...1; what is beyond is held, NaN is 0.
  mutating func code(_ sample: Float) -> Int32 {
    guard sample == sample else { return 0 }
    var scaled = max(-2, min(2, Double(sample))) * fullScale
    if scaled != scaled.rounded(), let noise = noise() { scaled += noise }
    return Int32(max(-fullScale, min(fullScale - 1, scaled.rounded())))
  }

  private mutating func noise() -> Double? {
    guard dither != nil else { return nil }
    return Double(dither?.uniform() ?? 0) - Double(dither?.uniform() ?? 0)
  }
}
