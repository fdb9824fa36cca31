// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Bends every sample along a hyperbolic tangent that ends at the ceiling of a ``SoftLimiter``: never hard, but never
/// untouched either. To compare others with.
///
/// It has no `reset()`: a new stream takes a new one.
public struct SigmoidCompressor: BlockLimiter {
  /// How much later the output is.
  public let latencyFrames = 0

  /// A compressor; it has no memory.
  public init() {}

  /// Bends each sample of the block.
  public mutating func process(_ block: inout MutableSpan<Float>) {
    let ceiling = SoftLimiter.ceilingAmplitude
    for index in block.indices {
      let sample = block[index]
      block[index] = sample == sample ? ceiling * tanh(sample / ceiling) : 0
    }
  }
}
