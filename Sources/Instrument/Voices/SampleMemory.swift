// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Synchronization

/// The sounds of all kits in one arena of equal blocks, whose addresses are reserved once: it neither
/// grows nor fragments. The system gives it pages chunk by chunk, as blocks first come into use: it
/// takes what the largest kits took together, and no more.
///
/// A sound is a chain of blocks of interleaved stereo frames. The loader fills blocks before it
/// hands a sound over; from then on the audio thread only reads them, until they are no longer
/// played and are given back (``free(_:)``). Only the head of a streamed sound is always present;
/// the audio thread alone links its tail to it and cuts it off (``TailExchange``).
public final class SampleMemory: @unchecked Sendable {
  /// Stereo frames in a block: 16 KiB.
  public static let framesPerBlock = View.framesPerBlock
  /// Bytes of a block.
  public static let bytesPerBlock = View.framesPerBlock * MemoryLayout<SIMD2<Float>>.stride
  private static let framesPerLevel = View.framesPerLevel
  private static let levelsPerBlock = View.framesPerBlock / View.framesPerLevel
  /// Blocks that come and go together: 1 MiB.
  private static let blocksPerChunk = 64

  /// The blocks that hold no sound, a chain, and the chunks that are pinned.
  private struct FreeBlocks {
    var first: Int32
    var count: Int
    /// A block of the chunk has held something.
    var isUsed: [Bool]
    /// Chunks are pinned when they come into use.
    var isPinning = false
  }

  /// How many blocks there are.
  public let blockCount: Int
  let frames: UnsafeMutablePointer<SIMD2<Float>>
  let nextBlock: UnsafeMutablePointer<Int32>
  /// Root mean square of each stretch of ``framesPerLevel`` frames.
  let levels: UnsafeMutablePointer<Float>
  private let free: Mutex<FreeBlocks>

  /// The system has no room for sample memory of this many bytes.
  public struct NoRoom: Error {
    /// The requested size.
    public let byteCount: Int
  }

  /// An arena of `blockCount` blocks; until it is pinned, the system gives it pages as they are
  /// used. Use ``init(mapping:)`` to learn of missing memory.
  public convenience init(blockCount: Int) {
    do { try self.init(mapping: blockCount) } catch {
      fatalError("the system has no room for \(error.byteCount) bytes of sample memory")
    }
  }

  /// An arena of `blockCount` blocks, if the system has room for it.
  public init(mapping blockCount: Int) throws(NoRoom) {
    precondition(blockCount > 0, "sample memory holds at least one block")
    let levelCount = blockCount * Self.levelsPerBlock
    guard let memory = rt_map_memory(blockCount * Self.bytesPerBlock) else {
      throw NoRoom(byteCount: blockCount * Self.bytesPerBlock)
    }
    self.blockCount = blockCount
    frames = memory.bindMemory(to: SIMD2<Float>.self, capacity: blockCount * Self.framesPerBlock)
    levels = .allocate(capacity: levelCount)
    levels.initialize(repeating: 0, count: levelCount)
    nextBlock = .allocate(capacity: blockCount)
    for block in 0..<blockCount { nextBlock[block] = Int32(block) + 1 }
    nextBlock[blockCount - 1] = Sample.noBlock
    let chunkCount = (blockCount + Self.blocksPerChunk - 1) / Self.blocksPerChunk
    free = Mutex(
      FreeBlocks(
        first: 0, count: blockCount, isUsed: [Bool](repeating: false, count: chunkCount)))
  }

  /// An arena of as many whole blocks as `megabytes`, of 2^20 bytes, hold.
  public convenience init(megabytes: Int) {
    self.init(blockCount: megabytes << 20 / Self.bytesPerBlock)
  }

  /// The same, if the system has room for it.
  public convenience init(mappingMegabytes megabytes: Int) throws(NoRoom) {
    try self.init(mapping: megabytes << 20 / Self.bytesPerBlock)
  }

  deinit {
    rt_unmap_memory(frames, blockCount * Self.bytesPerBlock)
    nextBlock.deallocate()
    levels.deallocate()
  }

  /// Its size in megabytes of 2^20 bytes.
  public var megabytes: Int { (blockCount * Self.bytesPerBlock) >> 20 }

  /// Has the pages of all sounds there from now on, so that playing waits for none, and locks them
  /// if permitted: returns whether it is, for those stored so far. Sounds can be stored meanwhile.
  @discardableResult public func pin() -> Bool {
    free.withLock { free in
      free.isPinning = true
      var isLocked = true
      for chunk in free.isUsed.indices where free.isUsed[chunk] || chunk == 0 {
        isLocked = withPages(ofChunk: chunk, rt_pin_memory) && isLocked
      }
      return isLocked
    }
  }

  /// Has all pages there from now on, for sounds whose tails come and go: see ``pin()``.
  public func pinWhole() {
    free.withLock { free in
      for chunk in free.isUsed.indices where !free.isUsed[chunk] {
        free.isUsed[chunk] = true
        if free.isPinning { _ = withPages(ofChunk: chunk, rt_pin_memory) }
      }
    }
  }

  /// Megabytes of 2^20 bytes that held sounds so far, in whole chunks.
  public var usedMegabytes: Int {
    let chunks = free.withLock { $0.isUsed.count { $0 } }
    return (chunks * Self.blocksPerChunk * Self.bytesPerBlock) >> 20
  }

  private func withPages<Result>(
    ofChunk chunk: Int, _ body: (UnsafeMutableRawPointer, Int) -> Result
  ) -> Result {
    let first = chunk * Self.blocksPerChunk
    let count = min(Self.blocksPerChunk, blockCount - first)
    return body(frames + first * Self.framesPerBlock, count * Self.bytesPerBlock)
  }

  /// A block comes into use.
  private func use(_ block: Int32, _ free: inout FreeBlocks) {
    let chunk = Int(block) / Self.blocksPerChunk
    guard !free.isUsed[chunk] else { return }
    free.isUsed[chunk] = true
    if free.isPinning { _ = withPages(ofChunk: chunk, rt_pin_memory) }
  }

  /// How many blocks a sound of `frameCount` frames takes.
  public static func blocks(frameCount: Int) -> Int {
    max(1, (frameCount + framesPerBlock - 1) / framesPerBlock)
  }

  /// Blocks that hold no sound.
  public var freeBlockCount: Int { free.withLock { $0.count } }

  /// Stores a sound; nil if too few blocks are free. Not for the audio thread.
  ///
  /// - Parameter frameCount: Its length, if `source` is only its head; nil if that is all of it. A
  ///   head ends with a block.
  public func store(_ source: [SIMD2<Float>], ofFrameCount frameCount: Int? = nil) -> Sample? {
    let stored = source.withUnsafeBufferPointer { source in
      chain(ofFrames: source.count) { destination, first in
        for frame in destination.indices { destination[frame] = source[first + frame] }
        return true
      }
    }
    return stored.map {
      Sample(
        firstBlock: $0.first, frameCount: frameCount ?? source.count,
        headFrameCount: source.count)
    }
  }

  /// A chain of blocks that `fill` has written `frameCount` frames to, block by block, given the
  /// first frame of each; nil if too few blocks are free, or `fill` reports that there is nothing.
  /// Not for the audio thread.
  public func chain(
    ofFrames frameCount: Int, fill: (UnsafeMutableBufferPointer<SIMD2<Float>>, Int) -> Bool
  ) -> (first: Int32, last: Int32)? {
    guard let first = take(Self.blocks(frameCount: frameCount)) else { return nil }
    var block = first
    var filled = 0
    while true {
      let count = min(Self.framesPerBlock, frameCount - filled)
      let destination = UnsafeMutableBufferPointer(
        start: frames + Int(block) * Self.framesPerBlock, count: count)
      guard fill(destination, filled) else {
        free(chain: first)
        return nil
      }
      measure(block: block, frameCount: count)
      filled += count
      guard filled < frameCount else { return (first, block) }
      block = nextBlock[Int(block)]
    }
  }

  /// The last block that holds something of a sound's head.
  public func lastHeadBlock(of sound: Sample) -> Int32 {
    var block = sound.firstBlock
    for _ in 1..<Self.blocks(frameCount: sound.headFrameCount) { block = nextBlock[Int(block)] }
    return block
  }

  /// Gives the blocks of a sound back; nothing may play it any more. Not for the audio thread.
  public func free(_ sound: Sample) { free(chain: sound.firstBlock) }

  /// Gives the blocks of a chain back, from `first` on. Not for the audio thread.
  public func free(chain first: Int32) {
    var last = first
    var count = 1
    while nextBlock[Int(last)] != Sample.noBlock {
      last = nextBlock[Int(last)]
      count += 1
    }
    free.withLock { free in
      nextBlock[Int(last)] = free.first
      free.first = first
      free.count += count
    }
  }

  /// A chain of `count` blocks; nil if fewer are free.
  private func take(_ count: Int) -> Int32? {
    free.withLock { free in
      guard free.count >= count else { return nil }
      let first = free.first
      var last = first
      use(last, &free)
      for _ in 1..<count {
        last = nextBlock[Int(last)]
        use(last, &free)
      }
      free.first = nextBlock[Int(last)]
      free.count -= count
      nextBlock[Int(last)] = Sample.noBlock
      return first
    }
  }

  private func measure(block: Int32, frameCount: Int) {
    for part in 0..<Self.levelsPerBlock {
      let first = part * Self.framesPerLevel
      let count = min(frameCount - first, Self.framesPerLevel)
      var energy: Float = 0
      for frame in first..<first + max(0, count) {
        let sample = frames[Int(block) * Self.framesPerBlock + frame]
        energy += (sample * sample).sum()
      }
      levels[Int(block) * Self.levelsPerBlock + part] = rt_sqrt(energy / Float(max(1, count)))
    }
  }

  /// A copy of a stored sound, or of its head, of `most` frames at most. Not for the audio thread.
  public func frames(of sound: Sample, atMost most: Int = .max) -> [SIMD2<Float>] {
    let wanted = min(most, sound.headFrameCount)
    var copied: [SIMD2<Float>] = []
    copied.reserveCapacity(wanted)
    var block = sound.firstBlock
    while copied.count < wanted {
      let count = min(Self.framesPerBlock, wanted - copied.count)
      copied += UnsafeBufferPointer(start: view.frames(ofBlock: block), count: count)
      block = view.block(after: block)
    }
    return copied
  }
}
