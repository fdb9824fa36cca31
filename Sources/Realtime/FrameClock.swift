// SPDX-License-Identifier: GPL-3.0-or-later

/// The time of each frame of a stream: a straight line. For a ticking clock the frames are its
/// ticks.
public struct FrameClock: BitwiseCopyable, Sendable {
  /// The length of a frame in seconds, by the clock with which the stream is timed.
  public private(set) var secondsPerFrame: Double
  private var frame: Double
  private var seconds: Double

  /// A stream that is at `frame` at `seconds`.
  @_noLocks public init(frame: Double, seconds: Double, secondsPerFrame: Double) {
    (self.frame, self.seconds, self.secondsPerFrame) = (frame, seconds, secondsPerFrame)
  }

  /// The time at which the stream is, was or will be at `frame`.
  @_noLocks public func seconds(atFrame wanted: Double) -> Double {
    seconds + (wanted - frame) * secondsPerFrame
  }

  /// The frame of the stream at `wanted` seconds.
  @_noLocks public func frame(atSeconds wanted: Double) -> Double {
    frame + (wanted - seconds) / secondsPerFrame
  }

  /// Moves each frame of the stream later by some seconds; its rate stays.
  @_noLocks public mutating func move(seconds later: Double) { seconds += later }

  /// The offset and slope of this clock's frame as a function of another clock's frame.
  @_noLocks public func line(over other: FrameClock) -> (offsetFrames: Double, ratio: Double) {
    let ratio = other.secondsPerFrame / secondsPerFrame
    return (frame(atSeconds: other.seconds) - ratio * other.frame, ratio)
  }
}
