// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Looks at a stream now and then, and keeps its ``FrameClock``.
///
/// A look never comes too early: what is seen happened before, by as much as the thread was woken up late or was busy
/// with something else. So the clock is the line beneath all looks, and how late they are, which changes with how busy
/// the machine is, moves it by nothing. Where the thread was awake, the look before tells besides what had not happened
/// yet.
struct StreamWatch: BitwiseCopyable, Sendable {
  /// The earliest look of so long is kept; less after a start, a share of the time since.
  static var windowSeconds: Double { @_noLocks get { 0.25 } }
  /// See ``windowSeconds``.
  static var windowShare: Double { @_noLocks get { 1.0 / 32 } }
  /// Looks over so long tell the rate of a stream of which nothing is known but what it is said to be.
  static var firstSpanSeconds: Double { @_noLocks get { 0.25 } }
  /// Looks over so long tell it better than what was known before them.
  static var spanSeconds: Double { @_noLocks get { 4 } }
  /// Where a look comes before the clock by more, the looks before it were late.
  static var greatestErrorSeconds: Double { @_noLocks get { 0.000_1 } }
  /// A stream that is seen later than this, and never earlier for ``patienceSeconds``, has lost frames.
  static var lostSeconds: Double { @_noLocks get { 0.000_3 } }
  /// See ``lostSeconds``.
  static var patienceSeconds: Double { @_noLocks get { 2 } }
  /// No crystal is further off than this, as a share of the rate: what seems to be (a device without a clock hands out
  /// frames as fast as they are fetched) must not lead the timeline astray.
  static var greatestDrift: Double { @_noLocks get { 0.01 } }

  /// When the stream is at which frame, counted from its start.
  private(set) var clock: FrameClock
  private let nominalSecondsPerFrame: Double
  /// The rate has been told by looks over ``spanSeconds``, if not since the last start.
  private var isRateKnown = false
  private var looks = EarliestLooks()
  private var lastFrame = 0
  private var startSeconds = 0.0
  private var windowStartSeconds = 0.0
  /// The earliest look of the window, and by how much it came after the time that the clock tells.
  private var earliest = EarliestLooks.Look(frame: 0, seconds: 0)
  private var earliestLateSeconds = Double.infinity
  /// When a window ended whose earliest look was in time.
  private var inTimeSeconds = 0.0
  /// It was looked at since it started.
  private(set) var isRunning = false

  /// Watches a stream said to run at `rateHz`.
  init(rateHz: Int) {
    precondition(rateHz > 0, "a stream has a sample rate")
    nominalSecondsPerFrame = 1 / Double(rateHz)
    clock = FrameClock(frame: 0, seconds: 0, secondsPerFrame: nominalSecondsPerFrame)
  }

  /// The stream has started again at frame 0, at about `seconds`, as fast as before.
  @_noLocks mutating func restart(seconds: Double) {
    clock = FrameClock(frame: 0, seconds: seconds, secondsPerFrame: clock.secondsPerFrame)
    looks.forget(beforeSeconds: .infinity)
    (isRunning, earliestLateSeconds) = (false, .infinity)
  }

  /// Takes in that at `seconds` the stream was seen at `frame`.
  ///
  /// - Parameter awakeSince: When the thread had looked before, if it did not sleep since.
  @_noLocks mutating func look(frame: Int, seconds: Double, awakeSince: Double?) {
    guard isRunning else {
      clock = FrameClock(
        frame: Double(frame), seconds: seconds, secondsPerFrame: clock.secondsPerFrame)
      (startSeconds, windowStartSeconds, inTimeSeconds) = (seconds, seconds, seconds)
      (lastFrame, isRunning) = (frame, true)
      return
    }
    guard frame > lastFrame else { return }
    lastFrame = frame
    let expected = clock.seconds(atFrame: Double(frame))
    var late = seconds - expected
    if let awakeSince { late = min(late, max(0, awakeSince - expected)) }
    if late <= earliestLateSeconds {
      earliest = EarliestLooks.Look(frame: Double(frame), seconds: expected + late)
      earliestLateSeconds = max(0, late)
    }
    if late < 0 { clock.move(seconds: late) }
    if late < -Self.greatestErrorSeconds { looks.forget(beforeSeconds: .infinity) }
    let window = min(Self.windowSeconds, Self.windowShare * (windowStartSeconds - startSeconds))
    guard seconds - windowStartSeconds >= window else { return }
    endWindow(seconds)
    (windowStartSeconds, earliestLateSeconds) = (seconds, .infinity)
  }

  /// Lays the clock beneath the looks that are kept, the earliest of the window that ends at `seconds` among them.
  @_noLocks private mutating func endWindow(_ seconds: Double) {
    looks.add(earliest)
    if earliestLateSeconds < Self.lostSeconds {
      inTimeSeconds = seconds
    } else if seconds - inTimeSeconds > Self.patienceSeconds {
      looks.forget(beforeSeconds: inTimeSeconds)
      inTimeSeconds = seconds
    }
    let span = looks.spanSeconds
    if span >= (isRateKnown ? Self.spanSeconds : Self.firstSpanSeconds) {
      isRateKnown = isRateKnown || span >= Self.spanSeconds
      let secondsPerFrame = min(
        nominalSecondsPerFrame * (1 + Self.greatestDrift),
        max(nominalSecondsPerFrame * (1 - Self.greatestDrift), looks.secondsPerFrame()))
      clock = FrameClock(
        frame: earliest.frame, seconds: earliest.seconds, secondsPerFrame: secondsPerFrame)
    }
    clock.move(seconds: looks.earliestSeconds(by: clock))
  }
}
