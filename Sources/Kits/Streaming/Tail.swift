// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The tail of a streamed sound, as the streaming thread sees it.
struct Tail {
  /// The sound to which the tail belongs.
  let sound: Sample
  /// The file from which it is read.
  let source: SampleCacheFile
  /// The number of the sound in the file.
  let index: Int
  /// The block to which it is linked.
  let lastHeadBlock: Int32

  /// The frames of the sound in memory, including those of its head.
  private(set) var loadedFrames: Int
  /// Its first block in memory and its last; none if nothing of it is in memory.
  private(set) var firstBlock = Sample.noBlock
  private(set) var lastBlock: Int32
  /// Commands on their way to the audio thread.
  var commandCount = 0
  /// One of them asks for its blocks.
  var isAskedBack = false
  /// The streaming thread is reading it.
  var isRead = false
  /// The kit is gone: the tail is removed as soon as no command is on its way.
  var isLeaving = false
  /// It may be played soon.
  var isWanted = false
  /// When everything in memory will have been played, on the monotonic clock in nanoseconds; nil if
  /// nothing waits for it.
  var deadline: Int64?
  /// When it was last mentioned.
  var lastReported: Int64 = 0
  /// Until then it may be played.
  var playedUntil: Int64 = 0

  init(_ sound: Sample, of source: SampleCacheFile, index: Int, in memory: SampleMemory) {
    self.sound = sound
    self.source = source
    self.index = index
    lastHeadBlock = memory.lastHeadBlock(of: sound)
    loadedFrames = sound.headFrameCount
    lastBlock = lastHeadBlock
  }

  /// All of it is in memory.
  var isComplete: Bool { loadedFrames == sound.frameCount }

  /// The tail whose order is less gives way first.
  var dropOrder: (Int, Int64, Int32) { (isWanted ? 1 : 0, lastReported, sound.firstBlock) }

  /// The blocks that it takes in memory.
  var blockCount: Int {
    let frames = loadedFrames - sound.headFrameCount
    return frames > 0 ? SampleMemory.blocks(frameCount: frames) : 0
  }

  /// Adds a following part. Returns the command that links it.
  mutating func append(
    _ chain: (first: Int32, last: Int32), frameCount: Int
  ) -> TailExchange.Command {
    let command = TailExchange.Command(
      .link, sound: sound.firstBlock, after: lastBlock, first: chain.first)
    if firstBlock == Sample.noBlock { firstBlock = chain.first }
    lastBlock = chain.last
    loadedFrames += frameCount
    return command
  }

  /// It was cut off. Returns the chain to free.
  mutating func drop() -> Int32 {
    let first = firstBlock
    (firstBlock, lastBlock, loadedFrames) = (
      Sample.noBlock, lastHeadBlock, sound.headFrameCount
    )
    return first
  }
}

/// A part of a tail to be read.
struct TailRead {
  /// The first block of the sound.
  let sound: Int32
  let source: SampleCacheFile
  /// The number of the sound in the file.
  let index: Int
  let firstFrame: Int
  let frameCount: Int
}
