// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// A sine that goes on from frame to frame, whatever its frequency does. Its phase is a double, so
/// that it does not drift.
struct SlowSine: BitwiseCopyable, Sendable {
  private var cycles = 0.0

  /// The value of this frame.
  var sine: Float { @_noLocks get { rt_sin(Float(2 * Double.pi * cycles)) } }
  /// A quarter turn ahead of ``sine``.
  var cosine: Float { @_noLocks get { rt_cos(Float(2 * Double.pi * cycles)) } }

  /// Goes on to the next frame.
  ///
  /// - Parameter cycles: The frequency in cycles a frame, less than 1.
  @inline(__always) @_noLocks mutating func advance(cycles: Float) {
    self.cycles += Double(cycles)
    if self.cycles >= 1 { self.cycles -= 1 }
  }
}
