// SPDX-License-Identifier: GPL-3.0-or-later

/// How one block went: what the audio thread tells of it.
public struct BlockTiming: BitwiseCopyable, Sendable {
  /// Time that the handler took, in nanoseconds; 4 s at most.
  public let blockNanoseconds: UInt32
  /// How long after its time the thread was awake to serve it, in nanoseconds; 4 s at most.
  public let lateNanoseconds: UInt32

  /// The timing of a block.
  @_noLocks public init(blockNanoseconds: Int, lateNanoseconds: Int) {
    self.blockNanoseconds = Self.limited(blockNanoseconds)
    self.lateNanoseconds = Self.limited(lateNanoseconds)
  }

  @_noLocks private static func limited(_ nanoseconds: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: max(0, min(nanoseconds, 4_000_000_000)))
  }
}
