// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A sound of an object of a score, whole in memory, ready to be played up to three octaves higher or lower.
public final class ObjectSound: @unchecked Sendable {
  /// Frames at the rate of the mix.
  public let frameCount: Int
  /// As it is, then thinned out by one octave, and by two; silence before and after.
  private let levels: [UnsafeMutablePointer<SIMD2<Float>>]

  /// Silence before the first frame of a level, and after its last: for what reads around a place, and thins out.
  private static let silentFrames = max(
    FractionalWeights.reachFrames,
    DecimationWeights.reachFrames(octaves: ObjectView.mostOctaves) / 2)

  /// A sound of interleaved frames of one channel or two; of more channels the first two count.
  ///
  /// - Parameter octaves: It is thinned out by so many, 0...2; with 0 it is meant to be played as it was recorded.
  public init(_ frames: [Float], channelCount: Int, octaves: Int = 2) {
    let count = frames.count / max(1, channelCount)
    frameCount = count
    let whole = Self.silence(around: count)
    let first = whole + Self.silentFrames
    for frame in 0..<count {
      let left = frames[frame * channelCount]
      first[frame] = SIMD2(left, channelCount > 1 ? frames[frame * channelCount + 1] : left)
    }
    let weights = DecimationWeights()
    var levels = [whole]
    for octaves in stride(from: 1, through: octaves, by: 1) {
      let thinnedCount = (count + (1 << octaves) - 1) >> octaves
      let thinned = Self.silence(around: thinnedCount)
      let lead = DecimationWeights.reachFrames(octaves: octaves) / 2
      for frame in 0..<thinnedCount {
        thinned[Self.silentFrames + frame] = weights.value(
          first + frame << octaves - lead, octaves: octaves)
      }
      levels.append(thinned)
    }
    self.levels = levels
  }

  deinit { levels.forEach { $0.deallocate() } }

  private static func silence(around count: Int) -> UnsafeMutablePointer<SIMD2<Float>> {
    let count = count + 2 * silentFrames
    let frames = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: count)
    frames.initialize(repeating: .zero, count: count)
    return frames
  }

  /// Its interleaved frames of two channels: a sound of these is the same.
  public var samples: [Float] {
    (0..<frameCount).flatMap { frame in
      let value = levels[0][Self.silentFrames + frame]
      return [value.x, value.y]
    }
  }

  /// The sound as the audio thread reads it; the sound must outlive that.
  public var view: ObjectView {
    ObjectView(
      frameCount: frameCount, octaves: levels.count - 1, whole: levels[0] + Self.silentFrames,
      half: levels[min(1, levels.count - 1)] + Self.silentFrames,
      quarter: levels[levels.count - 1] + Self.silentFrames)
  }
}

/// See ``ObjectSound/view``. Places count parts of a frame, 2 to the power of ``partBits``.
public struct ObjectView: BitwiseCopyable, @unchecked Sendable {
  /// A frame has 2 to this power parts.
  public static var partBits: Int { @_noLocks get { 32 } }
  /// More than two frames are passed at a time only of a sound that is thinned out, so that little folds back.
  static var mostOctaves: Int { @_noLocks get { 2 } }

  let frameCount: Int
  /// It is thinned out by so many.
  let octaves: Int
  let whole: UnsafeMutablePointer<SIMD2<Float>>
  let half: UnsafeMutablePointer<SIMD2<Float>>
  let quarter: UnsafeMutablePointer<SIMD2<Float>>

  /// Where it ends.
  var end: Int { @_noLocks get { frameCount << Self.partBits } }

  /// Reads `count` frames from a place on, `step` parts after each other; beyond its end they are silent.
  @_noLocks func read(
    from place: Int, step: Int, count: Int, into frames: UnsafeMutablePointer<SIMD2<Float>>,
    _ weights: borrowing FractionalWeights
  ) {
    var octaves = 0
    while octaves < self.octaves && step >> octaves > 2 << Self.partBits { octaves &+= 1 }
    let level = octaves == 0 ? whole : octaves == 1 ? half : quarter
    let bits = Self.partBits &+ octaves
    let placeMask = 1 << FractionalWeights.placeBits &- 1
    var place = place
    for frame in 0..<count {
      let source = level + place >> bits - FractionalWeights.leadFrames
      frames[frame] = weights.value(
        source, place: place >> (bits &- FractionalWeights.placeBits) & placeMask)
      place &+= step
    }
  }
}
