// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A recorded tone of an instrument, of one channel; it may repeat a part for as long as a note lasts.
public final class ToneWave: @unchecked Sendable {
  /// Silence before the first frame, and after the last.
  private static let silentFrames = FractionalWeights.reachFrames

  private let frames: UnsafeMutablePointer<SIMD2<Float>>
  private let frameCount: Int
  /// The part of its samples that repeats; nil for none.
  public let loop: Range<Int>?

  /// A tone; `loop` lies within its samples. Behind it they are laid out once more, so that what is read around the seam is
  /// what would come there.
  public init(_ samples: [Float], loop: Range<Int>?) {
    let silence = [Float](repeating: 0, count: Self.silentFrames)
    var laid = samples
    if let loop {
      let repeated = Array(samples[loop])
      laid = Array(samples[..<loop.upperBound]) + repeated
      for place in 0..<Self.silentFrames { laid.append(repeated[place % repeated.count]) }
    }
    self.loop = loop
    frameCount = laid.count
    let whole = silence + laid + silence
    frames = .allocate(capacity: whole.count)
    for (place, sample) in whole.enumerated() {
      (frames + place).initialize(to: SIMD2(sample, sample))
    }
  }

  deinit { frames.deallocate() }

  /// Its samples as far as they are heard: a tone of these, with the same ``loop``, is the same.
  public var samples: [Float] {
    (0..<(loop?.upperBound ?? frameCount)).map { frames[Self.silentFrames + $0].x }
  }

  /// The tone as the audio thread reads it; the tone must outlive that.
  public var view: View {
    View(
      frames: frames + Self.silentFrames, frameCount: frameCount,
      loopFrames: loop?.count ?? 0, loopEnd: loop.map { $0.upperBound + $0.count } ?? 0)
  }

  /// See ``ToneWave/view``.
  public struct View: BitwiseCopyable, @unchecked Sendable {
    /// Of no tone: silence.
    static var none: View {
      View(
        frames: .init(bitPattern: 16).unsafelyUnwrapped, frameCount: 0, loopFrames: 0, loopEnd: 0)
    }

    let frames: UnsafeMutablePointer<SIMD2<Float>>
    let frameCount: Int
    /// The length of the part that repeats; 0 for none.
    let loopFrames: Int
    /// Where it goes back by that length.
    let loopEnd: Int
  }
}
