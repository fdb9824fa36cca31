// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells at what time a stream is at which frame, from noisy observations of both.
///
/// A second-order delay-locked loop. Source: F. Adriaensen, "Using a DLL to filter time",
/// Linux Audio Conference 2005. It starts wide, to catch phase and rate, and narrows to
/// ``bandwidthHz`` to average the jitter of wake-ups away. A stream that starts anew has another
/// phase and the same rate, so that only the loop for the phase is wide again.
public struct FrameClock: BitwiseCopyable, Sendable {
  /// Bandwidth of the loop once it has settled.
  public static var bandwidthHz: Double { @_noLocks get { 0.05 } }
  /// Bandwidth right after a start.
  static var firstBandwidthHz: Double { @_noLocks get { 2 } }

  /// No crystal is further off than this, as a share of the rate: what seems to be (a device without a clock hands
  /// out frames as fast as they are fetched) must not lead the timeline astray.
  static var greatestError: Double { @_noLocks get { 0.01 } }

  /// Seconds that a frame lasts, by the clock that observations are timed with.
  public private(set) var secondsPerFrame: Double
  private let nominalRateHz: Double
  private var frame = 0.0
  private var seconds = 0.0
  /// For how long the stream was observed in all.
  private(set) var watchedSeconds = 0.0
  /// Of that, since it started last.
  private var phaseSeconds = 0.0
  private var isRunning = false

  /// A clock of a stream said to run at `rateHz`.
  public init(rateHz: Double) {
    precondition(rateHz > 0, "a stream has a sample rate")
    nominalRateHz = rateHz
    secondsPerFrame = 1 / rateHz
  }

  /// The stream has started anew at frame 0, at about `now` seconds, as fast as before; the first
  /// observation tells exactly.
  @_noLocks public mutating func restart(seconds now: Double) {
    (frame, seconds, isRunning) = (0, now, false)
  }

  /// Takes in that the stream was seen at `frame` at `seconds`; frames never go back.
  @_noLocks public mutating func observe(frame observed: Double, seconds now: Double) {
    guard isRunning else {
      (frame, seconds, phaseSeconds, isRunning) = (observed, now, 0, true)
      return
    }
    let step = (observed - frame) / nominalRateHz
    guard step > 0 else { return }
    let predicted = seconds + (observed - frame) * secondsPerFrame
    let error = now - predicted
    phaseSeconds += step
    watchedSeconds += step
    let rateOmega = Self.omega(watchedSeconds: watchedSeconds, step: step)
    seconds =
      predicted + 1.4142135623730951 * Self.omega(watchedSeconds: phaseSeconds, step: step) * error
    secondsPerFrame += rateOmega * rateOmega * error / (step * nominalRateHz)
    let nominal = 1 / nominalRateHz
    secondsPerFrame = min(
      nominal * (1 + Self.greatestError), max(nominal * (1 - Self.greatestError), secondsPerFrame))
    frame = observed
  }

  /// A loop follows no faster than it has watched; 1 / time keeps the start optimal.
  @_noLocks private static func omega(watchedSeconds: Double, step: Double) -> Double {
    min(0.5, 2 * Double.pi * step * max(bandwidthHz, min(firstBandwidthHz, 0.5 / watchedSeconds)))
  }

  /// The stream is at each frame later by so many seconds than was thought, and as fast.
  @_noLocks mutating func move(seconds later: Double) { seconds += later }

  /// When the stream is, was or will be at `frame`.
  @_noLocks public func seconds(atFrame wanted: Double) -> Double {
    seconds + (wanted - frame) * secondsPerFrame
  }

  /// The frame at which the stream is at `wanted` seconds.
  @_noLocks public func frame(atSeconds wanted: Double) -> Double {
    frame + (wanted - seconds) / secondsPerFrame
  }

  /// The offset and slope of this clock's frame as a function of another clock's frame.
  @_noLocks public func line(over other: FrameClock) -> (offsetFrames: Double, ratio: Double) {
    let ratio = other.secondsPerFrame / secondsPerFrame
    return (frame(atSeconds: other.seconds) - ratio * other.frame, ratio)
  }
}
