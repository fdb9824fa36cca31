// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Realtime
import Synchronization

/// The thread on which an engine looks after everything that is not urgent: loading kits, devices,
/// meters, recordings.
final class HousekeepingThread: Sendable {
  /// The time from one turn to the next, in nanoseconds: meters 20 times a second.
  private static let periodNanoseconds: Int64 = 50_000_000
  /// How soon it ends, in nanoseconds.
  private static let stepNanoseconds: Int64 = 5_000_000

  private let isEnding = Atomic(false)
  /// The next turn comes at this time at the latest.
  private let latest = Atomic(Int64.max)
  private let thread = Mutex<WorkThread?>(nil)

  /// Begins. A turn returns in how many nanoseconds it wants the next one, if sooner than usual;
  /// nil ends it.
  func start(_ turn: @escaping @Sendable () -> Int64?) {
    let made = WorkThread { [self] in
      var next = rt_now_nanoseconds()
      while !isEnding.load(ordering: .acquiring) {
        latest.store(.max, ordering: .releasing)
        guard let wanted = turn() else { break }
        next = max(next + Self.periodNanoseconds, rt_now_nanoseconds())
        hasten(nanoseconds: min(wanted, Self.periodNanoseconds))
        while !isEnding.load(ordering: .acquiring) {
          let now = rt_now_nanoseconds()
          let end = min(next, latest.load(ordering: .acquiring))
          guard now < end else { break }
          rt_sleep_until(min(end, now + Self.stepNanoseconds))
        }
      }
    }
    thread.withLock { $0 = made }
  }

  /// Makes the next turn come in this many nanoseconds at the latest.
  func hasten(nanoseconds: Int64) {
    latest.min(rt_now_nanoseconds() + nanoseconds, ordering: .acquiringAndReleasing)
  }

  /// Ends it, and waits for that.
  func stop() {
    isEnding.store(true, ordering: .releasing)
    thread.withLock { $0.take() }?.join()
  }
}
