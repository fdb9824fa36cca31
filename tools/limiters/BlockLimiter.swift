// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A limiter that keeps a signal under a ceiling, block by block; the result does not depend on how
/// the frames are divided.
public protocol BlockLimiter: ~Copyable {
  /// How much later the output is.
  var latencyFrames: Int { get }

  /// Limits a block of interleaved frames in place. NaN is silence.
  mutating func process(_ block: inout MutableSpan<Float>)
}

extension LookAheadLimiter: BlockLimiter {}

extension SoftLimiter: BlockLimiter {}
