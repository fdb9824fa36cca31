// SPDX-License-Identifier: GPL-3.0-or-later
import CThreads

/// Time that goes on evenly, from any beginning: the system's monotonic clock, or that of a simulated world.
public enum MonotonicClock {
  /// A moment.
  public struct Instant: InstantProtocol, Sendable {
    /// By the clock, in nanoseconds.
    public let nanoseconds: Int64

    /// A moment by the clock.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The present.
    public static var now: Instant { Instant(nanoseconds: rt_now_nanoseconds()) }

    /// The moment that is so much later.
    public func advanced(by duration: Duration) -> Instant {
      let (seconds, attoseconds) = duration.components
      return Instant(
        nanoseconds: nanoseconds + 1_000_000_000 * seconds + attoseconds / 1_000_000_000)
    }

    /// How long it is until another one.
    public func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds - nanoseconds)
    }

    /// Whether it is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.nanoseconds < right.nanoseconds
    }

    /// A moment later.
    public static func + (instant: Instant, duration: Duration) -> Instant {
      instant.advanced(by: duration)
    }

    /// A moment before.
    public static func - (instant: Instant, duration: Duration) -> Instant {
      instant.advanced(by: .zero - duration)
    }

    /// How long one is after another.
    public static func - (later: Instant, earlier: Instant) -> Duration {
      earlier.duration(to: later)
    }
  }

  /// The present.
  public static var now: Instant { .now }

  /// The present, in seconds.
  public static var seconds: Double { 1e-9 * Double(rt_now_nanoseconds()) }

  /// Waits. Not for the audio thread.
  public static func sleep(microseconds: Int) { rt_sleep(1000 * Int64(microseconds)) }
}
