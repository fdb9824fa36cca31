// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// What keeps a signal under a ceiling, block by block; the result does not depend on how the frames are divided.
public protocol BlockLimiter: ~Copyable {
  /// How much later the output is.
  var latencyFrames: Int { get }

  /// Limits a block of interleaved frames where it lies. NaN is silence.
  mutating func process(_ block: inout MutableSpan<Float>)
}

extension LookAheadLimiter: BlockLimiter {}

extension SoftLimiter: BlockLimiter {}
