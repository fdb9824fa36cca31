// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Realtime
import Synchronization

/// The thread on which an engine looks after what is not urgent: kits that are loaded, devices, meters, recordings.
final class EngineTurns: Sendable {
  /// From one turn to the next, in nanoseconds: meters 20 times a second.
  private static let periodNanoseconds: Int64 = 50_000_000
  /// How soon it ends, in nanoseconds.
  private static let stepNanoseconds: Int64 = 5_000_000

  private let isEnding = Atomic(false)
  private let thread = Mutex<WorkThread?>(nil)

  /// Begins; ends by itself after a turn that returns false.
  func start(_ turn: @escaping @Sendable () -> Bool) {
    let made = WorkThread { [self] in
      var next = rt_now_nanoseconds()
      while !isEnding.load(ordering: .acquiring), turn() {
        next = max(next + Self.periodNanoseconds, rt_now_nanoseconds())
        while !isEnding.load(ordering: .acquiring), rt_now_nanoseconds() < next {
          rt_sleep_until(min(next, rt_now_nanoseconds() + Self.stepNanoseconds))
        }
      }
    }
    thread.withLock { $0 = made }
  }

  /// Ends it, and waits for that.
  func stop() {
    isEnding.store(true, ordering: .releasing)
    thread.withLock { $0.take() }?.join()
  }
}
