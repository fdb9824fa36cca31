// SPDX-License-Identifier: GPL-3.0-or-later

/// Eight numbers that move to others along an S-curve, a frame at a time: `3 s² - 2 s³` of the way
/// after a share `s` of the time. A new move begins where an earlier one has come to.
struct ValueGlide: BitwiseCopyable, Sendable {
  /// The numbers at the end.
  private(set) var target: SIMD8<Float>
  /// From ``target`` back to where the move begins.
  private var wayBack = SIMD8<Float>.zero
  private var frameShare: Float = 0
  /// The frames until the numbers are the target.
  private(set) var remainingFrames = 0
  /// The numbers of the last frame.
  private(set) var current: SIMD8<Float>

  /// Numbers that rest.
  @_noLocks init(_ values: SIMD8<Float>) { (target, current) = (values, values) }

  /// Whether the next frame has other numbers.
  var isMoving: Bool { @_noLocks get { remainingFrames > 0 } }

  /// Has the frame `frameCount` from now, at least 1, be the first with other numbers.
  @_noLocks mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    target = values
    wayBack = current - target
    remainingFrames = max(1, frameCount)
    frameShare = 1 / Float(remainingFrames)
  }

  /// The numbers of the next frame.
  @inline(__always) @_noLocks mutating func next() -> SIMD8<Float> {
    if remainingFrames > 0 { advance() }
    return current
  }

  @_noLocks private mutating func advance() {
    remainingFrames &-= 1
    let share = Float(remainingFrames) * frameShare
    current =
      remainingFrames == 0 ? target : target + wayBack * (share * share * (3 - 2 * share))
  }
}
