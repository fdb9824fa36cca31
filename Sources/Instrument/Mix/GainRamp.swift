// SPDX-License-Identifier: GPL-3.0-or-later

/// A stereo gain that moves in straight lines, one step a frame.
///
/// The gain of a frame follows from its distance to the end of the line and not from a running sum, so it is the
/// same number however the frames are divided into blocks.
struct GainRamp: BitwiseCopyable {
  /// Where the line ends; linear, left and right.
  private(set) var target: SIMD2<Float>
  /// Frames until `target` is reached; 0 when it is.
  private(set) var remainingFrames = 0
  private var slope = SIMD2<Float>.zero

  /// A gain that stands still.
  @_noLocks init(_ gain: SIMD2<Float>) { target = gain }

  /// The gain of the frame mixed last.
  var current: SIMD2<Float> {
    @_noLocks get { target - slope * Float(remainingFrames) }
  }

  /// Moves to `gain`, which the frame `frameCount` from now is the first to have.
  @_noLocks mutating func glide(to gain: SIMD2<Float>, frameCount: Int) {
    let start = current
    target = gain
    remainingFrames = max(1, frameCount)
    slope = (target - start) / Float(remainingFrames)
  }

  /// Adds `count` frames of `source`, times the gain, to interleaved stereo `output`.
  @_noLocks mutating func mix(
    _ source: UnsafePointer<SIMD2<Float>>, count: Int, into output: UnsafeMutableRawPointer
  ) {
    let moving = min(count, remainingFrames)
    if moving > 0 { mixMoving(source, count: moving, into: output) }
    guard moving < count else { return }
    mixStill(
      source + moving, count: count - moving,
      into: output + moving * MemoryLayout<SIMD2<Float>>.stride)
  }

  @_noLocks private mutating func mixMoving(
    _ source: UnsafePointer<SIMD2<Float>>, count: Int, into output: UnsafeMutableRawPointer
  ) {
    let input = UnsafeRawPointer(source)
    let targets = Self.fourTimes(target)
    let slopes = Self.fourTimes(slope)
    let order = SIMD8<Float>(0, 0, 1, 1, 2, 2, 3, 3)
    var frame = 0
    while frame &+ 4 <= count {
      let distances = Float(remainingFrames &- 1 &- frame) - order
      let offset = frame &* 8
      let added =
        input.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * (targets - slopes * distances)
      let sum = output.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) + added
      output.storeBytes(of: sum, toByteOffset: offset, as: SIMD8<Float>.self)
      frame &+= 4
    }
    while frame < count {
      let distance = Float(remainingFrames &- 1 &- frame)
      Self.add(source[frame] * (target - slope * distance), to: output, atFrame: frame)
      frame &+= 1
    }
    remainingFrames -= count
    if remainingFrames == 0 { slope = .zero }
  }

  @_noLocks private func mixStill(
    _ source: UnsafePointer<SIMD2<Float>>, count: Int, into output: UnsafeMutableRawPointer
  ) {
    let input = UnsafeRawPointer(source)
    let gains = Self.fourTimes(target)
    var frame = 0
    while frame &+ 4 <= count {
      let offset = frame &* 8
      let added = input.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) * gains
      let sum = output.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) + added
      output.storeBytes(of: sum, toByteOffset: offset, as: SIMD8<Float>.self)
      frame &+= 4
    }
    while frame < count {
      Self.add(source[frame] * target, to: output, atFrame: frame)
      frame &+= 1
    }
  }

  @_noLocks private static func add(
    _ sample: SIMD2<Float>, to output: UnsafeMutableRawPointer, atFrame frame: Int
  ) {
    let sum = output.loadUnaligned(fromByteOffset: frame &* 8, as: SIMD2<Float>.self) + sample
    output.storeBytes(of: sum, toByteOffset: frame &* 8, as: SIMD2<Float>.self)
  }

  @_noLocks private static func fourTimes(_ gain: SIMD2<Float>) -> SIMD8<Float> {
    SIMD8(gain.x, gain.y, gain.x, gain.y, gain.x, gain.y, gain.x, gain.y)
  }
}
