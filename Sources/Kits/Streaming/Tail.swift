// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The tail of a streamed sound, as the thread that streams sees it.
struct Tail {
  /// The sound whose tail it is.
  let sound: Sample
  /// Where it is read.
  let source: SampleCacheFile
  /// Which of the sounds there it is.
  let index: Int
  /// The block that it is linked to.
  let lastHeadBlock: Int32

  /// Frames of the sound in memory, those of its head included.
  private(set) var loadedFrames: Int
  /// Its first block in memory and its last; none if nothing of it is there.
  private(set) var firstBlock = Sample.noBlock
  private(set) var lastBlock: Int32
  /// Commands on their way to the audio thread.
  var commandCount = 0
  /// One of them asks for its blocks.
  var isAskedBack = false
  /// It is being read, by the thread that streams.
  var isRead = false
  /// The kit has gone: it goes as soon as no command is on its way.
  var isLeaving = false
  /// It may be played soon.
  var isWanted = false
  /// When what is in memory will have been played, on the monotonic clock in nanoseconds; nil if nothing waits for it.
  var deadline: Int64?
  /// When it was last mentioned.
  var lastTold: Int64 = 0
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

  /// Blocks that it takes in memory.
  var blockCount: Int {
    let frames = loadedFrames - sound.headFrameCount
    return frames > 0 ? SampleMemory.blocks(frameCount: frames) : 0
  }

  /// Something of it follows what was there; returns the command that links it.
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

  /// It was cut off; returns the chain to give back.
  mutating func drop() -> Int32 {
    let first = firstBlock
    (firstBlock, lastBlock, loadedFrames) = (
      Sample.noBlock, lastHeadBlock, sound.headFrameCount
    )
    return first
  }
}

/// A part of a tail that is to be read.
struct TailRead {
  /// The first block of the sound.
  let sound: Int32
  let source: SampleCacheFile
  /// Which of the sounds there it is.
  let index: Int
  let firstFrame: Int
  let frameCount: Int
}
