// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Cuts off what passes the ceiling of a ``SoftLimiter``: the least that can be done, to compare others with.
///
/// It has no `reset()`: a new stream takes a new one.
public struct HardLimiter: BlockLimiter {
  /// How much later the output is.
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
