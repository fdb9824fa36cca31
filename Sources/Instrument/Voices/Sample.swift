// SPDX-License-Identifier: GPL-3.0-or-later

/// A sound in ``SampleMemory``.
public struct Sample: Hashable, BitwiseCopyable, Sendable {
  /// Follows the last block of a sound.
  public static var noBlock: Int32 { @_noLocks get { -1 } }
  /// Its first block.
  public let firstBlock: Int32
  /// Its length.
  public let frameCount: Int
  /// How much of it is always in memory: all, or the head of a sound whose tail is streamed.
  public let headFrameCount: Int

  /// Its tail is not always in memory.
  public var isStreamed: Bool { @_noLocks get { headFrameCount < frameCount } }

  /// A sound in blocks that are filled.
  @_noLocks public init(firstBlock: Int32, frameCount: Int, headFrameCount: Int) {
    self.firstBlock = firstBlock
    self.frameCount = frameCount
    self.headFrameCount = headFrameCount
  }
}
