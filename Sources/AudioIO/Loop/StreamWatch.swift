// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Looks at a stream now and then, and keeps its ``FrameClock``.
///
/// A look is never too early: the thread's late wake-up or other work makes it late. So the clock
/// is the lower edge of all looks. Their lateness changes with the machine's load, but does not
/// move the edge. If the thread was awake, the look before also shows which period had not come
/// yet.
struct StreamWatch: BitwiseCopyable, Sendable {
  /// The window whose earliest look counts, in seconds; after a start it is shorter, a share of the
  /// time since.
  static var windowSeconds: Double { @_noLocks get { 0.25 } }
  /// See ``windowSeconds``.
  static var windowShare: Double { @_noLocks get { 1.0 / 32 } }
  /// The shortest span of looks that gives the rate of a new stream.
  static var firstSpanSeconds: Double { @_noLocks get { 0.25 } }
  /// The shortest span of looks that improves a known rate.
  static var spanSeconds: Double { @_noLocks get { 4 } }
  /// If a look is this much before the clock, the earlier looks were late.
  static var greatestErrorSeconds: Double { @_noLocks get { 0.000_1 } }
  /// A stream that is seen this late, and never earlier for ``patienceSeconds``, has lost frames.
  static var lostSeconds: Double { @_noLocks get { 0.000_3 } }
  /// See ``lostSeconds``.
  static var patienceSeconds: Double { @_noLocks get { 2 } }
  /// No crystal is further off than this, as a share of the rate. A larger error (a device without
  /// a clock delivers frames as fast as they are fetched) must not mislead the timeline.
  static var greatestDrift: Double { @_noLocks get { 0.01 } }

  /// The stream's frame at each time, counted from its start.
  private(set) var clock: FrameClock
  private let nominalSecondsPerFrame: Double
  /// The rate is known from looks over ``spanSeconds``, maybe from before the last start.
  private var isRateKnown = false
  private var looks = EarliestLooks()
  private var lastFrame = 0
  private var startSeconds = 0.0
  private var windowStartSeconds = 0.0
  /// The earliest look of the window, and how much later it came than the clock predicted.
  private var earliest = EarliestLooks.Look(frame: 0, seconds: 0)
  private var earliestLateSeconds = Double.infinity
  /// The end of the last window whose earliest look was in time.
  private var inTimeSeconds = 0.0
  /// There was a look since the start.
  private(set) var isRunning = false

  /// Watches a stream with a nominal `rateHz`.
  init(rateHz: Int) {
    precondition(rateHz > 0, "a stream has a sample rate")
    nominalSecondsPerFrame = 1 / Double(rateHz)
    clock = FrameClock(frame: 0, seconds: 0, secondsPerFrame: nominalSecondsPerFrame)
  }

  /// The stream started again at frame 0, at about `seconds`, at the old rate.
  @_noLocks mutating func restart(seconds: Double) {
    clock = FrameClock(frame: 0, seconds: seconds, secondsPerFrame: clock.secondsPerFrame)
    looks.forget(beforeSeconds: .infinity)
    (isRunning, earliestLateSeconds) = (false, .infinity)
  }

  /// At `seconds` the stream was seen at `frame`.
  ///
  /// - Parameter awakeSince: The time of the look before, if the thread did not sleep since.
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

  /// Fits the clock to the lower edge of the kept looks, with the earliest of the window that ends
  /// at `seconds`.
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
