// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Turns floats into whole numbers of so many bits.
///
/// What a whole number can say exactly is written as it is, and silence stays silence. What it cannot may be dithered with
/// triangular noise of two steps peak to peak, so that the error is a steady hiss and not a distortion. Source:
/// S. Lipshitz, R. Wannamaker, J. Vanderkooy, "Quantization and dither: a theoretical survey", J. AES 40, 1992.
public struct SampleQuantiser: BitwiseCopyable, Sendable {
  private let fullScale: Double
  private let isDithered: Bool
  private var noise: SeededGenerator

  /// - Parameters:
  ///   - bits: 16, 24 or 32.
  ///   - ditherSeed: Of the noise; nil for none.
  public init(bits: Int, ditherSeed: UInt64?) {
    fullScale = Double(1 << (bits - 1))
    isDithered = ditherSeed != nil
    noise = SeededGenerator(seed: ditherSeed ?? 0)
  }

  /// The whole number nearest to a sample of -1...1; what is beyond is held, NaN is 0.
  @_noLocks public mutating func code(_ sample: Float) -> Int32 {
    guard sample == sample else { return 0 }
    let held = sample > 2 ? 2 : sample < -2 ? -2 : sample
    var scaled = Double(held) * fullScale
    if isDithered && scaled != Double(Int64(scaled)) {
      scaled += Double(noise.uniform()) - Double(noise.uniform())
    }
    let rounded = Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
    let most = Int64(fullScale)
    return Int32(truncatingIfNeeded: rounded >= most ? most - 1 : rounded < -most ? -most : rounded)
  }
}
