// SPDX-License-Identifier: GPL-3.0-or-later
import CThreads

/// Time that passes evenly: the system's monotonic clock, or that of a simulated world.
public enum MonotonicClock {
  /// A moment.
  public struct Instant: InstantProtocol, Sendable {
    /// The time by the clock, in nanoseconds.
    public let nanoseconds: Int64

    /// A moment by the clock.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Now.
    public static var now: Instant { Instant(nanoseconds: rt_now_nanoseconds()) }

    /// The moment a duration later.
    public func advanced(by duration: Duration) -> Instant {
      let (seconds, attoseconds) = duration.components
      return Instant(
        nanoseconds: nanoseconds + 1_000_000_000 * seconds + attoseconds / 1_000_000_000)
    }

    /// The duration until another moment.
    public func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds - nanoseconds)
    }

    /// Whether it is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.nanoseconds < right.nanoseconds
    }

    /// A later moment.
    public static func + (instant: Instant, duration: Duration) -> Instant {
      instant.advanced(by: duration)
    }

    /// An earlier moment.
    public static func - (instant: Instant, duration: Duration) -> Instant {
      instant.advanced(by: .zero - duration)
    }

    /// The duration from one moment to a later one.
    public static func - (later: Instant, earlier: Instant) -> Duration {
      earlier.duration(to: later)
    }
  }

  /// Now.
  public static var now: Instant { .now }

  /// Now, in seconds.
  public static var seconds: Double { 1e-9 * Double(rt_now_nanoseconds()) }

  /// Waits. Not for the audio thread.
  public static func sleep(microseconds: Int) { rt_sleep(1000 * Int64(microseconds)) }
}
