// SPDX-License-Identifier: GPL-3.0-or-later

/// The figures of an ``AudioLoop``.
public struct LoopStatistics: BitwiseCopyable, Sendable {
  /// Frames that the handler received.
  public internal(set) var inputFrames = 0
  /// Frames that the handler filled.
  public internal(set) var outputFrames = 0
  /// Times that input was lost because it was not read in time.
  public internal(set) var capturePops = 0
  /// Times that output fell silent because it was not written in time.
  public internal(set) var playbackPops = 0
  /// How often a period was skipped or inserted to keep the delay.
  public internal(set) var realignments = 0
  /// Calls of the handler.
  public internal(set) var blockCount = 0
  /// Time spent in the handler, in nanoseconds, all calls together.
  public internal(set) var blockNanoseconds = 0
  /// The longest call of the handler, in nanoseconds.
  public internal(set) var worstBlockNanoseconds = 0
  /// Blocks whose timing was not fetched in time, and is missing.
  public internal(set) var unreportedBlocks = 0
  /// Pops that were not fetched in time, and are only counted.
  public internal(set) var unreportedPops = 0
  /// How loud the channels of the capture device were.
  public internal(set) var channelPeaks = ChannelPeaks()
  /// The length of a period, in nanoseconds: the handler's budget.
  public internal(set) var periodNanoseconds: Int

  init(periodNanoseconds: Int) { self.periodNanoseconds = periodNanoseconds }

  /// Pops on either side.
  public var pops: Int { @_noLocks get { capturePops + playbackPops } }
  /// The mean call of the handler, in nanoseconds.
  public var meanBlockNanoseconds: Int { blockCount > 0 ? blockNanoseconds / blockCount : 0 }
}

/// Why a loop ended.
public enum LoopEnding: Hashable, Sendable {
  /// It was stopped.
  case stopped
  /// It has served all frames for which it was started.
  case finished
  /// A device stopped answering: unplugged, or its server ended.
  case lost(DeviceError)
}
