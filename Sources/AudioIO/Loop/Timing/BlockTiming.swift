// SPDX-License-Identifier: GPL-3.0-or-later

/// How one block went: what the audio thread tells of it.
public struct BlockTiming: BitwiseCopyable, Sendable {
  /// Time that the handler took, in nanoseconds; 4 s at most.
  public let blockNanoseconds: UInt32
  /// Processor time of that, in nanoseconds; 4 s at most.
  public let workNanoseconds: UInt32
  /// How long after its time the thread was awake to serve it, in nanoseconds; 4 s at most.
  public let lateNanoseconds: UInt32
  /// How long the system held it up: woken up late, and put off while it worked, in nanoseconds.
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
