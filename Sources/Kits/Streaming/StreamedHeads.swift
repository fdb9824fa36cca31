// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The beginnings of the sounds of a large kit. They are always in memory, and long enough to read
/// on meanwhile.
struct StreamedHeads {
  /// How long they are if there is enough memory.
  private static let headSeconds = 0.2

  private let source: SampleCacheFile
  private var blocksPerHead: Int

  init(_ source: SampleCacheFile, sampleRateHz: Int) {
    self.source = source
    blocksPerHead = SampleMemory.blocks(
      frameCount: Int(Self.headSeconds * Double(sampleRateHz)))
  }

  /// The blocks of the heads: at most `most` if shorter heads fit into it; each head has at least
  /// one block.
  mutating func blockCount(within most: Int) -> Int {
    while total > most && blocksPerHead > 1 { blocksPerHead -= 1 }
    return total
  }

  private var total: Int {
    source.frameCounts.reduce(0) { $0 + SampleMemory.blocks(frameCount: frameCount($1)) }
  }

  private func frameCount(_ soundFrames: Int) -> Int {
    min(soundFrames, blocksPerHead * SampleMemory.framesPerBlock)
  }

  /// Reads the heads; nil if there is no memory, or if they cannot be read.
  ///
  /// - Parameter takeBlocks: Receives the blocks of each.
  func tails(in memory: SampleMemory, takeBlocks: (_ blocks: Int) -> Void) -> [Tail]? {
    var tails: [Tail] = []
    for (index, count) in source.frameCounts.enumerated() {
      let headFrames = frameCount(count)
      let chain = memory.chain(ofFrames: headFrames) { frames, first in
        source.read(index, fromFrame: first, into: frames)
      }
      guard let chain else {
        tails.forEach { memory.free($0.sound) }
        return nil
      }
      takeBlocks(SampleMemory.blocks(frameCount: headFrames))
      let sound = Sample(
        firstBlock: chain.first, frameCount: count, headFrameCount: headFrames)
      tails.append(Tail(sound, of: source, index: index, in: memory))
    }
    return tails
  }
}
