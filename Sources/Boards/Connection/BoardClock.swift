// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata
import Realtime

/// Tells when something happened by the host's clock of what a board says by its own, whatever the line took to carry it.
///
/// Each message comes later than it left, by a time that is never less than some least one. So the board's ticks over the
/// host's time are the line beneath what was heard, which ``EarliestLooks`` finds in the last minute. What is told is late by
/// that least time, which is always the same.
public struct BoardClock: Sendable {
  private static let secondsPerTick = 1e-6 * Double(BoardTime.tickMicroseconds)
  /// The earliest of so long is kept; less after a start, a share of the time since.
  private static let windowSeconds = 1.0
  private static let windowShare = 1.0 / 24
  /// Less than this tells nothing of how fast a clock goes.
  private static let leastSpanSeconds = 1.0
  /// The resonator of an Uno is within 0.5 %.
  private static let mostSkew = 0.02
  /// A time that is told cannot be later than now, by more than the clocks may differ.
  private static let slackSeconds = 0.1

  /// When the board is at which tick, counted on over its end.
  private var clock: FrameClock?
  private var looks = EarliestLooks()
  private var startSeconds = 0.0
  private var windowStartSeconds = 0.0
  /// The earliest of the window, and by how much it came after the time that the clock tells.
  private var earliest = EarliestLooks.Look(frame: 0, seconds: 0)
  private var earliestLateSeconds = Double.infinity
  private var lastTick = -Double.infinity

  /// A clock that has told nothing yet.
  public init() {}

  /// Takes in a time that the board told, and when it was heard on the host's monotonic clock. Times come in their order.
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

  /// When something happened, on the host's monotonic clock: not after it was heard.
  ///
  /// - Returns: Nil while the board has told no time.
  public func hostNanoseconds(of time: BoardTime, heardAtNanoseconds heard: Int64) -> Int64? {
    guard let clock else { return nil }
    let tick = Self.tick(of: time, heardAtSeconds: 1e-9 * Double(heard), by: clock)
    return min(heard, Int64((1e9 * clock.seconds(atFrame: tick)).rounded()))
  }

  /// The last such time of the board's clock before it was heard.
  private static func tick(
    of time: BoardTime, heardAtSeconds heard: Double, by clock: FrameClock
  ) -> Double {
    let turn = Double(BoardTime.tickCount)
    let latest = clock.frame(atSeconds: heard + slackSeconds)
    return Double(time.ticks) + turn * ((latest - Double(time.ticks)) / turn).rounded(.down)
  }

  /// Lays the clock beneath what is kept.
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
