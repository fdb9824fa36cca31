// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata
import Realtime

/// Converts times of a board's clock to times of the host's clock, without the jitter of the line.
///
/// Each message is delayed by at least some shortest time. So the true clock is the lower edge of
/// the times at which messages arrived; ``EarliestLooks`` finds that edge over the last minute.
/// Times are late by the shortest delay, which is constant.
public struct BoardClock: Sendable {
  private static let secondsPerTick = 1e-6 * Double(BoardTime.tickMicroseconds)
  /// The length of the window whose earliest message counts, in seconds; after a start it is
  /// shorter, a share of the time since.
  private static let windowSeconds = 1.0
  private static let windowShare = 1.0 / 24
  /// A shorter span says nothing about a clock's speed.
  private static let leastSpanSeconds = 1.0
  /// The resonator of an Uno is within 0.5 %.
  private static let mostSkew = 0.02
  /// A time cannot be later than now, except by the difference of the clocks.
  private static let slackSeconds = 0.1

  /// The board's tick at a time, counted on beyond its largest value.
  private var clock: FrameClock?
  private var looks = EarliestLooks()
  private var startSeconds = 0.0
  private var windowStartSeconds = 0.0
  /// The earliest message of the window, and how much later it came than the clock predicted.
  private var earliest = EarliestLooks.Look(frame: 0, seconds: 0)
  private var earliestLateSeconds = Double.infinity
  private var lastTick = -Double.infinity

  /// A clock without any times yet.
  public init() {}

  /// Adds a time that the board sent, and when it arrived on the host's monotonic clock. Times come
  /// in order.
  public mutating func add(_ time: BoardTime, heardAtNanoseconds heard: Int64) {
    let seconds = 1e-9 * Double(heard)
    guard let known = clock else {
      let first = EarliestLooks.Look(frame: Double(time.ticks), seconds: seconds)
      looks.add(first)
      clock = FrameClock(
        frame: first.frame, seconds: seconds, secondsPerFrame: Self.secondsPerTick)
      (startSeconds, windowStartSeconds, lastTick) = (seconds, seconds, first.frame)
      return
    }
    let tick = Self.tick(of: time, heardAtSeconds: seconds, by: known)
    guard tick > lastTick else { return }
    lastTick = tick
    let late = seconds - known.seconds(atFrame: tick)
    if late <= earliestLateSeconds {
      earliest = EarliestLooks.Look(frame: tick, seconds: seconds)
      earliestLateSeconds = max(0, late)
    }
    if late < 0 { clock?.move(seconds: late) }
    let window = min(Self.windowSeconds, Self.windowShare * (windowStartSeconds - startSeconds))
    guard seconds - windowStartSeconds >= window else { return }
    looks.add(earliest)
    (windowStartSeconds, earliestLateSeconds) = (seconds, .infinity)
    fit()
  }

  /// When an event happened, on the host's monotonic clock; never after it was heard.
  ///
  /// - Returns: Nil until the board has sent a time.
  public func hostNanoseconds(of time: BoardTime, heardAtNanoseconds heard: Int64) -> Int64? {
    guard let clock else { return nil }
    let tick = Self.tick(of: time, heardAtSeconds: 1e-9 * Double(heard), by: clock)
    return min(heard, Int64((1e9 * clock.seconds(atFrame: tick)).rounded()))
  }

  /// The last such tick of the board's clock before it was heard.
  private static func tick(
    of time: BoardTime, heardAtSeconds heard: Double, by clock: FrameClock
  ) -> Double {
    let turn = Double(BoardTime.tickCount)
    let latest = clock.frame(atSeconds: heard + slackSeconds)
    return Double(time.ticks) + turn * ((latest - Double(time.ticks)) / turn).rounded(.down)
  }

  /// Fits the clock to the lower edge.
  private mutating func fit() {
    var secondsPerTick = Self.secondsPerTick
    if looks.spanSeconds >= Self.leastSpanSeconds {
      let found = looks.secondsPerFrame()
      if abs(found / secondsPerTick - 1) <= Self.mostSkew { secondsPerTick = found }
    }
    var fitted = FrameClock(
      frame: earliest.frame, seconds: earliest.seconds, secondsPerFrame: secondsPerTick)
    fitted.move(seconds: looks.earliestSeconds(by: fitted))
    clock = fitted
  }
}
