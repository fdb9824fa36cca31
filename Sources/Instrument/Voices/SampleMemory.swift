// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Synchronization

/// The sounds of all kits in one arena of equal blocks, allocated once: whatever comes and goes, it neither grows nor falls
/// to pieces.
///
/// A sound is a chain of blocks of interleaved stereo frames. The loader fills blocks before it hands a sound over;
/// from then on the audio thread reads them and nobody writes, until nothing plays them any more and they are given
/// back (``free(_:)``).
public final class SampleMemory: @unchecked Sendable {
  /// Stereo frames in a block: 16 KiB.
  public static let framesPerBlock = View.framesPerBlock
  /// Bytes of a block.
  public static let bytesPerBlock = View.framesPerBlock * MemoryLayout<SIMD2<Float>>.stride
  private static let framesPerLevel = View.framesPerLevel
  private static let levelsPerBlock = View.framesPerBlock / View.framesPerLevel

  /// The blocks that hold no sound, a chain.
  private struct FreeBlocks {
    var first: Int32
    var count: Int
  }

  /// How many blocks there are.
  public let blockCount: Int
  private let frames: UnsafeMutablePointer<SIMD2<Float>>
  private let nextBlock: UnsafeMutablePointer<Int32>
  /// Root mean square of each stretch of ``framesPerLevel`` frames.
  private let levels: UnsafeMutablePointer<Float>
  private let free: Mutex<FreeBlocks>

  /// An arena of `blockCount` blocks; until it is pinned, the system gives it pages as they are used.
  public init(blockCount: Int) {
    precondition(blockCount > 0, "sample memory holds at least one block")
    self.blockCount = blockCount
    guard let memory = rt_map_memory(blockCount * Self.bytesPerBlock) else {
      fatalError(
        "the system has no room for \(blockCount * Self.bytesPerBlock) bytes of sample memory")
    }
    frames = memory.bindMemory(to: SIMD2<Float>.self, capacity: blockCount * Self.framesPerBlock)
    levels = .allocate(capacity: blockCount * Self.levelsPerBlock)
    levels.initialize(repeating: 0, count: blockCount * Self.levelsPerBlock)
    nextBlock = .allocate(capacity: blockCount)
    for block in 0..<blockCount { nextBlock[block] = Int32(block) + 1 }
    nextBlock[blockCount - 1] = Sound.noBlock
    free = Mutex(FreeBlocks(first: 0, count: blockCount))
  }

  /// An arena of as many whole blocks as `megabytes`, of 2^20 bytes, hold.
  public convenience init(megabytes: Int) {
    self.init(blockCount: megabytes << 20 / Self.bytesPerBlock)
  }

  deinit {
    rt_unmap_memory(frames, blockCount * Self.bytesPerBlock)
    nextBlock.deallocate()
    levels.deallocate()
  }

  /// Its size in megabytes of 2^20 bytes.
  public var megabytes: Int { blockCount * Self.bytesPerBlock >> 20 }

  /// Touches every page of the arena, so that none is waited for while playing, and locks it where that is permitted:
  /// returns whether it is. Sounds can be stored meanwhile.
  @discardableResult public func pin() -> Bool {
    rt_pin_memory(frames, blockCount * Self.bytesPerBlock)
  }

  /// How many blocks a sound of `frameCount` frames takes.
  public static func blocks(frameCount: Int) -> Int {
    max(1, (frameCount + framesPerBlock - 1) / framesPerBlock)
  }

  /// Blocks that hold no sound.
  public var freeBlockCount: Int { free.withLock { $0.count } }

  /// Stores a sound; nil where too few blocks are free. Not for the audio thread.
  public func store(_ source: [SIMD2<Float>]) -> Sound? {
    guard let first = take(Self.blocks(frameCount: source.count)) else { return nil }
    var block = first
    var stored = 0
    repeat {
      let count = min(Self.framesPerBlock, source.count - stored)
      let destination = frames + Int(block) * Self.framesPerBlock
      for frame in 0..<count { destination[frame] = source[stored + frame] }
      measure(block: block, frameCount: count)
      stored += count
      block = nextBlock[Int(block)]
    } while stored < source.count
    return Sound(firstBlock: first, frameCount: source.count)
  }

  /// Gives the blocks of a sound back; nothing may play it any more. Not for the audio thread.
  public func free(_ sound: Sound) {
    var last = sound.firstBlock
    var count = 1
    while nextBlock[Int(last)] != Sound.noBlock {
      last = nextBlock[Int(last)]
      count += 1
    }
    free.withLock { free in
      nextBlock[Int(last)] = free.first
      free.first = sound.firstBlock
      free.count += count
    }
  }

  /// A chain of `count` blocks; nil where fewer are free.
  private func take(_ count: Int) -> Int32? {
    free.withLock { free in
      guard free.count >= count else { return nil }
      let first = free.first
      var last = first
      for _ in 1..<count { last = nextBlock[Int(last)] }
      free.first = nextBlock[Int(last)]
      free.count -= count
      nextBlock[Int(last)] = Sound.noBlock
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

  /// A copy of a stored sound. Not for the audio thread.
  public func frames(of sound: Sound) -> [SIMD2<Float>] {
    var copied: [SIMD2<Float>] = []
    copied.reserveCapacity(sound.frameCount)
    var block = sound.firstBlock
    while copied.count < sound.frameCount {
      let count = min(Self.framesPerBlock, sound.frameCount - copied.count)
      copied += UnsafeBufferPointer(start: view.frames(ofBlock: block), count: count)
      block = view.block(after: block)
    }
    return copied
  }

  /// What the audio thread sees of the arena; valid as long as the arena lives.
  public var view: View { View(frames: frames, nextBlock: nextBlock, levels: levels) }

  /// The arena as the audio thread reads it.
  public struct View: @unchecked Sendable, BitwiseCopyable {
    static var framesPerBlock: Int { @_noLocks get { 2048 } }
    /// Frames over which a level is measured: about the period of a kick drum.
    static var framesPerLevel: Int { @_noLocks get { 1024 } }

    let frames: UnsafePointer<SIMD2<Float>>
    let nextBlock: UnsafePointer<Int32>
    let levels: UnsafePointer<Float>

    init(
      frames: UnsafePointer<SIMD2<Float>>, nextBlock: UnsafePointer<Int32>,
      levels: UnsafePointer<Float>
    ) {
      self.frames = frames
      self.nextBlock = nextBlock
      self.levels = levels
    }

    /// The frames of a block.
    @_noLocks func frames(ofBlock block: Int32) -> UnsafePointer<SIMD2<Float>> {
      frames + Int(block) * Self.framesPerBlock
    }

    /// Root mean square of the stretch of the block in which `frame` lies.
    @_noLocks func level(ofBlock block: Int32, frame: Int) -> Float {
      levels[(Int(block) * Self.framesPerBlock + frame) / Self.framesPerLevel]
    }

    /// The block that follows; ``Sound/noBlock`` after the last.
    @_noLocks func block(after block: Int32) -> Int32 { nextBlock[Int(block)] }
  }
}

/// A sound in ``SampleMemory``.
public struct Sound: Hashable, BitwiseCopyable, Sendable {
  /// Follows the last block of a sound.
  public static var noBlock: Int32 { @_noLocks get { -1 } }
  /// Where it begins.
  public let firstBlock: Int32
  /// Its length.
  public let frameCount: Int
}
