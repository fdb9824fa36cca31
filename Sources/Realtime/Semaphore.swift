// SPDX-License-Identifier: GPL-3.0-or-later
import CThreads
import Glibc

/// Counts what one thread has made and another has not yet taken, and lets the other one wait. Not
/// for the audio thread.
public final class Semaphore: @unchecked Sendable {
  private let count: UnsafeMutablePointer<sem_t>

  /// Nothing has been made.
  public init() {
    count = .allocate(capacity: 1)
    sem_init(count, 0, 0)
  }

  deinit {
    sem_destroy(count)
    count.deallocate()
  }

  /// One more was made.
  public func signal() { sem_post(count) }

  /// Takes one; waits for it until the time is over, and then returns false.
  public func wait(seconds: Double) -> Bool {
    let end = MonotonicClock.now + .seconds(seconds)
    guard rt_is_simulated() else { return rt_semaphore_wait_until(count, end.nanoseconds) }
    while sem_trywait(count) != 0 {
      guard MonotonicClock.now < end else { return false }
      MonotonicClock.sleep(microseconds: 500)
    }
    return true
  }

  /// Takes one; waits until there is one.
  public func wait() {
    if rt_is_simulated() {
      while sem_trywait(count) != 0 { MonotonicClock.sleep(microseconds: 100) }
    } else {
      while sem_wait(count) != 0 && errno == EINTR {}
    }
  }
}
