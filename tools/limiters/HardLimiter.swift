// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Cuts off everything above the ceiling of a ``SoftLimiter``: the simplest limiter, for comparison
/// with others.
///
/// It has no `reset()`: use a new one for a new stream.
public struct HardLimiter: BlockLimiter {
  /// The delay of the output.
  public let latencyFrames = 0

  /// A limiter; it has no memory.
  public init() {}

  /// Limits each sample of the block.
  public mutating func process(_ block: inout MutableSpan<Float>) {
    let ceiling = SoftLimiter.ceilingAmplitude
    for index in block.indices {
      let sample = block[index]
      block[index] = sample == sample ? min(ceiling, max(-ceiling, sample)) : 0
    }
  }
}
