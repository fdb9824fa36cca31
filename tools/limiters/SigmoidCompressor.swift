// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Shapes every sample by a hyperbolic tangent that ends at the ceiling of a ``SoftLimiter``: it
/// never clips hard, but it changes every sample. For comparison with others.
///
/// It has no `reset()`: use a new one for a new stream.
public struct SigmoidCompressor: BlockLimiter {
  /// The delay of the output.
  public let latencyFrames = 0

  /// A compressor; it has no memory.
  public init() {}

  /// Shapes each sample of the block.
  public mutating func process(_ block: inout MutableSpan<Float>) {
    let ceiling = SoftLimiter.ceilingAmplitude
    for index in block.indices {
      let sample = block[index]
      block[index] = sample == sample ? ceiling * tanh(sample / ceiling) : 0
    }
  }
}
