// SPDX-License-Identifier: GPL-3.0-or-later

/// The timing of one block, from the audio thread.
public struct BlockTiming: BitwiseCopyable, Sendable {
  /// The time of the handler, in nanoseconds; 4 s at most.
  public let blockNanoseconds: UInt32
  /// Its processor time, in nanoseconds; 4 s at most.
  public let workNanoseconds: UInt32
  /// How late the thread was awake to serve it, in nanoseconds; 4 s at most.
  public let lateNanoseconds: UInt32
  /// The delay caused by the system: a late wake-up, and interruptions of the work, in nanoseconds.
  public var heldUpNanoseconds: Int {
    Int(lateNanoseconds) + Int(blockNanoseconds) - Int(workNanoseconds)
  }

  /// The timing of a block.
  @_noLocks public init(blockNanoseconds: Int, workNanoseconds: Int, lateNanoseconds: Int) {
    self.blockNanoseconds = Self.limited(blockNanoseconds)
    self.workNanoseconds = Self.limited(min(workNanoseconds, blockNanoseconds))
    self.lateNanoseconds = Self.limited(lateNanoseconds)
  }

  @_noLocks private static func limited(_ nanoseconds: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: max(0, min(nanoseconds, 4_000_000_000)))
  }
}
