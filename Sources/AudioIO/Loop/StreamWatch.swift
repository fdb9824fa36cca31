// SPDX-License-Identifier: GPL-3.0-or-later

/// Looks at a stream now and then, and keeps its ``FrameClock``.
///
/// A look never comes too early: what is seen happened before, by as much as the thread was woken up late or was busy
/// with something else. So of the looks of a while the earliest counts, and how late the others are, which changes with
/// how busy the machine is, moves the clock by nothing. Where the thread was awake, the look before tells besides what
/// had not happened yet.
///
/// Right after a start nothing is averaged: the first looks may be late by more than all later ones, and each that is
/// earlier takes their place. Later on the clock follows what is late no faster than a crystal drifts, so that a machine
/// that is busy for seconds on end, and lets no look be in time, does not take it along.
struct StreamWatch: BitwiseCopyable, Sendable {
  /// The earliest look of so long counts; less after a start, a tenth of the time since.
  static var windowSeconds: Double { @_noLocks get { 0.25 } }
  /// So long after a start the earliest look so far counts.
  static var acquisitionSeconds: Double { @_noLocks get { 0.1 } }
  /// By so much of the time a stream may fall behind that was watched for long.
  static var greatestDrift: Double { @_noLocks get { 5e-6 } }
  /// What is known of the rate of a stream that was watched for a second, as a share of it; less with more seconds.
  static var firstDrift: Double { @_noLocks get { 4e-4 } }
  /// A clock that is off by more is set anew: earlier at once, later after ``patienceSeconds``.
  static var greatestErrorSeconds: Double { @_noLocks get { 0.000_1 } }
  /// A stream none of whose looks was in time for so long has lost frames.
  static var patienceSeconds: Double { @_noLocks get { 20 } }

  /// When the stream is at which frame, counted from its start.
  private(set) var clock: FrameClock
  private var lastFrame = 0
  private var startSeconds = 0.0
  private var windowStartSeconds = 0.0
  /// By how much the earliest look of the window came after the time that the clock tells.
  private var earliestSeconds = Double.infinity
  /// When a look was last in time, and by how much the earliest since then was not.
  private var inTimeSeconds = 0.0
  private var leastLateSeconds = Double.infinity
  /// It was looked at since it started.
  private(set) var isRunning = false

  /// Watches a stream said to run at `rateHz`.
  init(rateHz: Int) { clock = FrameClock(rateHz: Double(rateHz)) }

  /// The stream has started anew at frame 0, at about `seconds`.
  @_noLocks mutating func restart(seconds: Double) {
    clock.restart(seconds: seconds)
    isRunning = false
    (earliestSeconds, leastLateSeconds) = (.infinity, .infinity)
  }

  /// Takes in that at `seconds` the stream was seen at `frame`.
  ///
  /// - Parameter awakeSince: When the thread had looked before, if it did not sleep since.
  @_noLocks mutating func look(frame: Int, seconds: Double, awakeSince: Double?) {
    guard isRunning else {
      clock.observe(frame: Double(frame), seconds: seconds)
      (startSeconds, windowStartSeconds, inTimeSeconds) = (seconds, seconds, seconds)
      (lastFrame, isRunning) = (frame, true)
      return
    }
    guard frame > lastFrame else { return }
    lastFrame = frame
    let expected = clock.seconds(atFrame: Double(frame))
    var late = seconds - expected
    if let awakeSince { late = min(late, max(0, awakeSince - expected)) }
    let isStarting = seconds - startSeconds < Self.acquisitionSeconds
    if late < (isStarting ? 0 : -Self.greatestErrorSeconds) {
      clock.move(seconds: late)
      late = 0
    }
    guard !isStarting else {
      (windowStartSeconds, inTimeSeconds) = (seconds, seconds)
      return
    }
    earliestSeconds = min(earliestSeconds, late)
    let window = min(Self.windowSeconds, 0.1 * (windowStartSeconds - startSeconds))
    guard seconds - windowStartSeconds >= window else { return }
    observeWindow(frame: Double(frame), seconds: seconds)
    (windowStartSeconds, earliestSeconds) = (seconds, .infinity)
  }

  /// Takes in the earliest look of the window that ends at `seconds`.
  @_noLocks private mutating func observeWindow(frame: Double, seconds: Double) {
    let drift = max(Self.greatestDrift, Self.firstDrift / clock.watchedSeconds)
    let late = min(earliestSeconds, drift * (seconds - windowStartSeconds))
    clock.observe(frame: frame, seconds: clock.seconds(atFrame: frame) + late)
    guard earliestSeconds > Self.greatestErrorSeconds else {
      (inTimeSeconds, leastLateSeconds) = (seconds, .infinity)
      return
    }
    leastLateSeconds = min(leastLateSeconds, earliestSeconds)
    guard seconds - inTimeSeconds > Self.patienceSeconds else { return }
    clock.move(seconds: leastLateSeconds)
    (inTimeSeconds, leastLateSeconds) = (seconds, .infinity)
  }
}
