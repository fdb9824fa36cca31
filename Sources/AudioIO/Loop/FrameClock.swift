// SPDX-License-Identifier: GPL-3.0-or-later

/// At what time a stream is at which frame: a straight line.
struct FrameClock: BitwiseCopyable, Sendable {
  /// Seconds that a frame lasts, by the clock that the stream is timed with.
  private(set) var secondsPerFrame: Double
  private var frame: Double
  private var seconds: Double

  /// A stream that is at `frame` at `seconds`.
  @_noLocks init(frame: Double, seconds: Double, secondsPerFrame: Double) {
    (self.frame, self.seconds, self.secondsPerFrame) = (frame, seconds, secondsPerFrame)
  }

  /// When the stream is, was or will be at `frame`.
  @_noLocks func seconds(atFrame wanted: Double) -> Double {
    seconds + (wanted - frame) * secondsPerFrame
  }

  /// The frame at which the stream is at `wanted` seconds.
  @_noLocks func frame(atSeconds wanted: Double) -> Double {
    frame + (wanted - seconds) / secondsPerFrame
  }

  /// The stream is at each frame later by so many seconds than was thought, and as fast.
  @_noLocks mutating func move(seconds later: Double) { seconds += later }

  /// The offset and slope of this clock's frame as a function of another clock's frame.
  @_noLocks func line(over other: FrameClock) -> (offsetFrames: Double, ratio: Double) {
    let ratio = other.secondsPerFrame / secondsPerFrame
    return (frame(atSeconds: other.seconds) - ratio * other.frame, ratio)
  }
}
