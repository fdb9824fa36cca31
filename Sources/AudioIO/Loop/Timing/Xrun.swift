// SPDX-License-Identifier: GPL-3.0-or-later

/// A pop and how it came about.
public struct Xrun: BitwiseCopyable, Sendable {
  /// Counted from 1, both sides together.
  public let number: Int
  /// Capture: something was heard too late, and lost. Playback: the drums were written too late,
  /// and fell silent.
  public let side: StreamDirection
  /// The input frame that comes next.
  public let frame: Int
  /// How long after the buffer had run full or dry it was seen, in nanoseconds: the length of the
  /// gap.
  public let lateNanoseconds: Int
  /// Time that the handler took for the block before it, in nanoseconds.
  public let blockNanoseconds: Int
  /// Processor time of that: our own work. The rest the system gave to others meanwhile.
  public let workNanoseconds: Int
  /// How long the system let the thread wait too long before it, in nanoseconds.
  public let waitNanoseconds: Int
  /// The longest call of the handler since the pop before, in nanoseconds.
  public let longestBlockNanoseconds: Int

  @_noLocks init(
    number: Int, side: StreamDirection, frame: Int, lateNanoseconds: Int, blockNanoseconds: Int,
    workNanoseconds: Int, waitNanoseconds: Int, longestBlockNanoseconds: Int
  ) {
    self.number = number
    self.side = side
    self.frame = frame
    self.lateNanoseconds = lateNanoseconds
    self.blockNanoseconds = blockNanoseconds
    self.workNanoseconds = min(workNanoseconds, blockNanoseconds)
    self.waitNanoseconds = waitNanoseconds
    self.longestBlockNanoseconds = longestBlockNanoseconds
  }

  /// How long the system held the thread up: woken up late, and put off while it worked, in
  /// nanoseconds.
  public var heldUpNanoseconds: Int { waitNanoseconds + blockNanoseconds - workNanoseconds }

  /// The handler's work took the time, not waiting for the processor or the device.
  public var isOurs: Bool { workNanoseconds > heldUpNanoseconds }
}
