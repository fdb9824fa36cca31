// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// A place in a sound of sample memory, which moves on as the sound is read.
struct SampleCursor: BitwiseCopyable {
  private static var cacheLineBytes: Int { @_noLocks get { 64 } }
  private static var mostPrefetchedFrames: Int { @_noLocks get { 128 } }

  private var block: Int32
  private var frameInBlock = 0
  /// Frames until the sound ends.
  private(set) var remainingFrames: Int

  /// The first frame of a sound.
  @_noLocks init(_ sound: Sample) {
    block = sound.firstBlock
    remainingFrames = sound.frameCount
  }

  /// At the end of no sound.
  @_noLocks init() {
    block = Sample.noBlock
    remainingFrames = 0
  }

  /// How many of the next `count` frames are in memory; frames after the end of the sound are not
  /// missing.
  @_noLocks func presentFrames(of count: Int, in memory: SampleMemory.View) -> Int {
    let wanted = min(count, remainingFrames)
    var present = block == Sample.noBlock ? 0 : SampleMemory.View.framesPerBlock - frameInBlock
    var last = block
    while present < wanted {
      last = memory.block(after: last)
      if last == Sample.noBlock { return present }
      present += SampleMemory.View.framesPerBlock
    }
    return count
  }

  /// The next contiguous frames, at most `count`; none at the end, and if a tail is missing.
  @_noLocks func stretch(
    count: Int, in memory: SampleMemory.View
  ) -> (frames: UnsafePointer<SIMD2<Float>>, count: Int) {
    let room = block == Sample.noBlock ? 0 : SampleMemory.View.framesPerBlock - frameInBlock
    return (
      memory.frames(ofBlock: max(0, block)) + frameInBlock, min(min(count, room), remainingFrames)
    )
  }

  /// Prefetches the data read a block of `count` frames later, so that the block does not wait for
  /// memory; only until the processor prefetches by itself.
  @_noLocks func prefetch(count: Int, in memory: SampleMemory.View) {
    let next = stretch(count: min(count, Self.mostPrefetchedFrames), in: memory)
    var address = UnsafeRawPointer(next.frames)
    let end = address + next.count * MemoryLayout<SIMD2<Float>>.stride
    while address < end {
      rt_prefetch(address)
      address += Self.cacheLineBytes
    }
  }

  /// Moves on by at most a stretch.
  @_noLocks mutating func advance(_ count: Int, in memory: SampleMemory.View) {
    frameInBlock += count
    remainingFrames -= count
    if frameInBlock == SampleMemory.View.framesPerBlock {
      block = memory.block(after: block)
      frameInBlock = 0
    }
  }

  /// Moves on by at most `count` frames, as far as the sound goes.
  @_noLocks mutating func skip(_ count: Int, in memory: SampleMemory.View) {
    var left = min(count, remainingFrames)
    while left > 0 {
      let run = min(left, SampleMemory.View.framesPerBlock - frameInBlock)
      advance(run, in: memory)
      left -= run
    }
  }

  /// Root mean square of the part of the sound that it is in; 0 at the end.
  @_noLocks func level(in memory: SampleMemory.View) -> Float {
    remainingFrames > 0 && block != Sample.noBlock
      ? memory.level(ofBlock: block, frame: frameInBlock) : 0
  }

  /// Copies the next `count` frames to `destination`, silence if the sound has ended, and advances.
  @_noLocks mutating func read(
    count: Int, in memory: SampleMemory.View, into destination: UnsafeMutablePointer<SIMD2<Float>>
  ) {
    var copied = 0
    while copied < count {
      let (frames, run) = stretch(count: count - copied, in: memory)
      guard run > 0 else { break }
      for frame in 0..<run { destination[copied + frame] = frames[frame] }
      advance(run, in: memory)
      copied += run
    }
    while copied < count {
      destination[copied] = .zero
      copied += 1
    }
  }
}
