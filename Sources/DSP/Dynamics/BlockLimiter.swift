// SPDX-License-Identifier: GPL-3.0-or-later

/// A limiter that keeps a signal below a ceiling, block by block. The result does not depend on how
/// the frames are divided into blocks.
public protocol BlockLimiter: ~Copyable {
  /// The delay of the output.
  var latencyFrames: Int { get }

  /// Limits a block of interleaved frames in place. NaN counts as silence.
  mutating func process(_ block: inout MutableSpan<Float>)
}

extension SoftLimiter: BlockLimiter {
  /// The delay of the output.
  public var latencyFrames: Int { Self.latencyFrames }
}
