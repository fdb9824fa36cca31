// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension VoiceBank {
  /// The next frames, left and right.
  public mutating func rendered(frameCount: Int, blockFrames: Int = 64) -> [SIMD2<Float>] {
    var frames: [SIMD2<Float>] = []
    while frames.count < frameCount {
      let count = min(blockFrames, frameCount - frames.count)
      var block = [Float](repeating: 0, count: 2 * count)
      var span = block.mutableSpan
      render(into: &span)
      for frame in 0..<count { frames.append(SIMD2(block[2 * frame], block[2 * frame + 1])) }
    }
    return frames
  }

  /// The next frames, left alone: the side on which the drums of test kits play.
  public mutating func renderedLeft(frameCount: Int, blockFrames: Int = 64) -> [Float] {
    rendered(frameCount: frameCount, blockFrames: blockFrames).map(\.x)
  }
}

/// The largest difference between neighbours.
public func largestStep(_ samples: some Collection<Float>) -> Float {
  zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
}
