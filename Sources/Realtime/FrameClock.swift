// SPDX-License-Identifier: GPL-3.0-or-later

/// At what time a stream is at which frame: a straight line. A clock that ticks is a stream whose frames are its ticks.
public struct FrameClock: BitwiseCopyable, Sendable {
  /// Seconds that a frame lasts, by the clock that the stream is timed with.
  public private(set) var secondsPerFrame: Double
  private var frame: Double
  private var seconds: Double

  /// A stream that is at `frame` at `seconds`.
  @_noLocks public init(frame: Double, seconds: Double, secondsPerFrame: Double) {
    (self.frame, self.seconds, self.secondsPerFrame) = (frame, seconds, secondsPerFrame)
  }

  /// When the stream is, was or will be at `frame`.
  @_noLocks public func seconds(atFrame wanted: Double) -> Double {
    seconds + (wanted - frame) * secondsPerFrame
  }

  /// The frame at which the stream is at `wanted` seconds.
  @_noLocks public func frame(atSeconds wanted: Double) -> Double {
    frame + (wanted - seconds) / secondsPerFrame
  }

  /// The stream is at each frame later by so many seconds than was thought, and as fast.
  @_noLocks public mutating func move(seconds later: Double) { seconds += later }

  /// The offset and slope of this clock's frame as a function of another clock's frame.
  @_noLocks public func line(over other: FrameClock) -> (offsetFrames: Double, ratio: Double) {
    let ratio = other.secondsPerFrame / secondsPerFrame
    return (frame(atSeconds: other.seconds) - ratio * other.frame, ratio)
  }
}
