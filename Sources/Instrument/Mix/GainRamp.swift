// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// A stereo gain that moves in S-curves, one step a frame: when `u` of the time is left, `w = u² (3
/// - 2 u)` of the way is left. Without corners at its ends it fades a low drum some 20 dB more
/// quietly than a straight line (above 2 kHz).
///
/// The gain of a frame follows from its distance to the end of the curve and not from a running
/// sum, so it is the same number however the frames are divided into blocks.
///
/// A steep curve falls exponentially instead, by 78 dB, as the envelopes of samplers do (ARIA), and
/// the rest in its last frame.
struct GainRamp: BitwiseCopyable {
  /// The end of the curve; linear, left and right.
  private(set) var target: SIMD2<Float>
  /// Frames until `target` is reached; 0 when it is.
  private(set) var remainingFrames = 0
  /// From ``target`` back to the beginning of the curve.
  private var wayBack = SIMD2<Float>.zero
  /// The part of the curve's time that a frame takes.
  private var frameShare: Float = 0
  private var isSteep = false

  /// A gain that stands still.
  @_noLocks init(_ gain: SIMD2<Float>) { target = gain }

  /// The gain of the frame mixed last.
  var current: SIMD2<Float> {
    @_noLocks get { target + wayBack * left(Float(remainingFrames) * frameShare) }
  }

  /// Silent, and stays so.
  var isSilent: Bool { @_noLocks get { target == .zero && remainingFrames == 0 } }
  /// Leaves every frame unchanged, now and later.
  var isUnity: Bool { @_noLocks get { target == SIMD2(1, 1) && remainingFrames == 0 } }

  /// The gain this many frames after the next one.
  @_noLocks func gain(ahead frames: Int) -> SIMD2<Float> {
    guard frames < remainingFrames else { return target }
    let distance = Float(remainingFrames &- 1 &- frames)
    return target + wayBack * left(distance * frameShare)
  }

  /// Lets `count` frames pass.
  @_noLocks mutating func advance(_ count: Int) {
    remainingFrames = max(0, remainingFrames &- count)
  }

  /// Applies the gain to interleaved stereo in place.
  @_noLocks mutating func apply(to block: inout MutableSpan<Float>) {
    let count = block.count / 2
    let moving = min(count, remainingFrames)
    for frame in 0..<moving {
      let gain = gain(ahead: frame)
      block[2 * frame] *= gain.x
      block[2 * frame + 1] *= gain.y
    }
    for frame in moving..<count {
      block[2 * frame] *= target.x
      block[2 * frame + 1] *= target.y
    }
    remainingFrames &-= moving
  }

  /// Moves to `gain`, which the frame `frameCount` from now is the first to have.
  @_noLocks mutating func glide(
    to gain: SIMD2<Float>, frameCount: Int, isSteep: Bool = false
  ) {
    let start = current
    target = gain
    self.isSteep = isSteep
    remainingFrames = max(1, frameCount)
    wayBack = start - target
    frameShare = 1 / Float(remainingFrames)
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

  /// The same for frames of one channel, of which a piece is at most as long as `workspace`.
  @_noLocks mutating func mix(
    mono source: UnsafePointer<Float>, count: Int, into output: UnsafeMutableRawPointer,
    _ workspace: UnsafeMutablePointer<SIMD2<Float>>
  ) {
    guard remainingFrames == 0 else {
      for frame in 0..<count { workspace[frame] = SIMD2(source[frame], source[frame]) }
      return mix(workspace, count: count, into: output)
    }
    let gains = Self.fourTimes(target)
    var frame = 0
    while frame &+ 4 <= count {
      let four = UnsafeRawPointer(source + frame).loadUnaligned(as: SIMD4<Float>.self)
      let sides = SIMD8(four.x, four.x, four.y, four.y, four.z, four.z, four.w, four.w)
      let sum =
        output.loadUnaligned(fromByteOffset: frame &* 8, as: SIMD8<Float>.self) + sides * gains
      output.storeBytes(of: sum, toByteOffset: frame &* 8, as: SIMD8<Float>.self)
      frame &+= 4
    }
    while frame < count {
      Self.add(source[frame] * target, to: output, atFrame: frame)
      frame &+= 1
    }
  }

  @_noLocks private mutating func mixMoving(
    _ source: UnsafePointer<SIMD2<Float>>, count: Int, into output: UnsafeMutableRawPointer
  ) {
    guard !isSteep else { return mixSteep(source, count: count, into: output) }
    let input = UnsafeRawPointer(source)
    let targets = Self.fourTimes(target)
    let waysBack = Self.fourTimes(wayBack)
    let order = SIMD8<Float>(0, 0, 1, 1, 2, 2, 3, 3)
    var frame = 0
    while frame &+ 4 <= count {
      let distances = Float(remainingFrames &- 1 &- frame) - order
      let offset = frame &* 8
      let added =
        input.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * (targets + waysBack * Self.left(distances * frameShare))
      let sum = output.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) + added
      output.storeBytes(of: sum, toByteOffset: offset, as: SIMD8<Float>.self)
      frame &+= 4
    }
    while frame < count {
      Self.add(source[frame] * gain(ahead: frame), to: output, atFrame: frame)
      frame &+= 1
    }
    remainingFrames -= count
  }

  @_noLocks private mutating func mixSteep(
    _ source: UnsafePointer<SIMD2<Float>>, count: Int, into output: UnsafeMutableRawPointer
  ) {
    for frame in 0..<count {
      Self.add(source[frame] * gain(ahead: frame), to: output, atFrame: frame)
    }
    remainingFrames -= count
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

  /// How much of the way is left when `share` of the time is.
  @_noLocks private func left(_ share: Float) -> Float {
    isSteep ? (share > 0 ? rt_exp(9 * (share - 1)) : 0) : share * share * (3 - 2 * share)
  }

  @_noLocks private static func left(_ share: SIMD8<Float>) -> SIMD8<Float> {
    share * share * (3 - 2 * share)
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
