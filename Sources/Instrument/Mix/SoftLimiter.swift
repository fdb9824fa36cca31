// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Keeps the output under a ceiling without touching what is quiet. No latency.
public struct SoftLimiter {
  /// A limiter with nothing to forget.
  public init() {}

  /// Limits each sample of the block.
  @_noLocks public mutating func process(_ block: inout MutableSpan<Float>) {
    for index in block.indices { block[index] = min(0.966, max(-0.966, block[index])) }
  }
}
