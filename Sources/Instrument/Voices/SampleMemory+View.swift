// SPDX-License-Identifier: GPL-3.0-or-later

extension SampleMemory {
  /// The audio thread's view of the arena; valid as long as the arena lives.
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

    /// The block that follows; ``Sample/noBlock`` after the last, and if a tail is missing.
    @_noLocks func block(after block: Int32) -> Int32 {
      block == Sample.noBlock ? block : nextBlock[Int(block)]
    }
  }
}
