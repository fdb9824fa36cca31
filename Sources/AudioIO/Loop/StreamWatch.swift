// SPDX-License-Identifier: GPL-3.0-or-later

/// Looks at a stream now and then, and keeps its ``FrameClock``.
///
/// A look never comes too early: what is seen happened before, by as much as the thread was woken up late or was busy
/// with something else. So of the looks of a while the earliest counts, and how late the others are, which changes with
/// how busy the machine is, moves the clock by nothing. Where the thread was awake, the look before tells besides what
/// had not happened yet. Right after a start nothing is averaged: the first looks may be late by
/// more than all later ones, and each that is earlier takes their place.
struct StreamWatch: BitwiseCopyable, Sendable {
  /// The earliest look of so long counts; less after a start, a tenth of the time since.
  static var windowSeconds: Double { @_noLocks get { 0.25 } }

  /// So long after a start the earliest look so far counts.
  static var acquisitionSeconds: Double { @_noLocks get { 0.1 } }

  /// When the stream is at which frame, counted from its start.
  private(set) var clock: FrameClock
  private var lastFrame = 0
  private var startSeconds = 0.0
  private var windowStartSeconds = 0.0
  /// By how much the earliest look of the window came after the time that the clock tells.
  private var earliestSeconds = Double.infinity
  /// It was looked at since it started.
  private(set) var isRunning = false

  /// Watches a stream said to run at `rateHz`.
  init(rateHz: Int) { clock = FrameClock(rateHz: Double(rateHz)) }

  /// The stream has started anew at frame 0, at about `seconds`.
  @_noLocks mutating func restart(seconds: Double) {
    clock.restart(seconds: seconds)
    isRunning = false
    earliestSeconds = .infinity
  }

  /// Takes in that at `seconds` the stream was seen at `frame`.
  ///
  /// - Parameter awakeSince: When the thread had looked before, if it did not sleep since.
  @_noLocks mutating func look(frame: Int, seconds: Double, awakeSince: Double?) {
    guard isRunning else {
      clock.observe(frame: Double(frame), seconds: seconds)
      (startSeconds, windowStartSeconds, lastFrame, isRunning) = (seconds, seconds, frame, true)
      return
    }
    guard frame > lastFrame else { return }
    lastFrame = frame
    let expected = clock.seconds(atFrame: Double(frame))
    var late = seconds - expected
    if let awakeSince { late = min(late, max(0, awakeSince - expected)) }
    guard seconds - startSeconds >= Self.acquisitionSeconds else {
      clock.advance(seconds: max(0, -late))
      windowStartSeconds = seconds
      return
    }
    earliestSeconds = min(earliestSeconds, late)
    let window = min(Self.windowSeconds, 0.1 * (windowStartSeconds - startSeconds))
    guard seconds - windowStartSeconds >= window else { return }
    clock.observe(frame: Double(frame), seconds: expected + earliestSeconds)
    (windowStartSeconds, earliestSeconds) = (seconds, .infinity)
  }
}
