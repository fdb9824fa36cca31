// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc
import Realtime

/// One subscriber's end of an ``EventHub``. One thread takes events; any may leave.
public final class EventSubscription: @unchecked Sendable {
  /// The events since the last call.
  public struct Batch: Sendable {
    /// Events lost before the first of these, because too many waited.
    public fileprivate(set) var lostCount = 0
    /// In the order in which they were published.
    public fileprivate(set) var events: [EngineEvent] = []
  }

  /// How many events may wait.
  public let capacity: Int
  private let isWanted: @Sendable (EngineEvent) -> Bool
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let arrival: UnsafeMutablePointer<pthread_cond_t>
  /// Waiting events, from ``first`` on; earlier ones are lost.
  private var waiting: [EngineEvent] = []
  private var first = 0
  private var lostCount = 0
  private var hasLeft = false

  init(capacity: Int, isWanted: @escaping @Sendable (EngineEvent) -> Bool) {
    precondition(capacity > 0, "at least one event may wait")
    self.capacity = capacity
    self.isWanted = isWanted
    lock = .allocate(capacity: 1)
    arrival = .allocate(capacity: 1)
    var lockAttributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&lockAttributes)
    // A thread that holds the lock gets the waiting thread's priority.
    pthread_mutexattr_setprotocol(&lockAttributes, Int32(PTHREAD_PRIO_INHERIT))
    pthread_mutex_init(lock, &lockAttributes)
    pthread_mutexattr_destroy(&lockAttributes)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(arrival, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(lock)
    arrival.deallocate()
    lock.deallocate()
  }

  /// The events since the last call; returns at once.
  public func take() -> Batch { taken(untilNanoseconds: nil) }

  /// The events since the last call. If there are none, waits until one comes, the subscriber has
  /// left, or the time is up; then the result may be empty.
  ///
  /// - Parameter milliseconds: The longest wait; 0 or more.
  public func wait(milliseconds: Int) -> Batch {
    precondition(milliseconds >= 0, "a time to come")
    return taken(untilNanoseconds: Int(rt_now_nanoseconds()) + milliseconds * 1_000_000)
  }

  /// Receives nothing more, and ends a wait.
  public func leave() {
    pthread_mutex_lock(lock)
    hasLeft = true
    pthread_cond_broadcast(arrival)
    pthread_mutex_unlock(lock)
  }

  /// It has left.
  var isLeft: Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return hasLeft
  }

  /// Queues an event, unless it is not wanted; false once the subscriber has left.
  func offer(_ event: EngineEvent) -> Bool {
    let isWanted = isWanted(event)
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    guard !hasLeft else { return false }
    guard isWanted else { return true }
    if waiting.count - first == capacity {
      first += 1
      lostCount += 1
      // So rarely that it costs nothing; at most twice the capacity is held.
      if first == capacity {
        waiting.removeFirst(first)
        first = 0
      }
    }
    waiting.append(event)
    pthread_cond_signal(arrival)
    return true
  }

  /// Waits for an arrival, with the lock released meanwhile; false once the time is up.
  private func waitForArrival(_ until: inout timespec) -> Bool {
    guard rt_is_simulated() else {
      return pthread_cond_timedwait(arrival, lock, &until) != ETIMEDOUT
    }
    pthread_mutex_unlock(lock)
    MonotonicClock.sleep(microseconds: 500)
    pthread_mutex_lock(lock)
    return rt_now_nanoseconds() < Int64(until.tv_sec) * 1_000_000_000 + Int64(until.tv_nsec)
  }

  /// Swaps the queue for an empty one, so that the lock is held for a moment only.
  private func taken(untilNanoseconds end: Int?) -> Batch {
    var batch = Batch()
    var skipped = 0
    pthread_mutex_lock(lock)
    if let end {
      var until = timespec(tv_sec: end / 1_000_000_000, tv_nsec: end % 1_000_000_000)
      while waiting.isEmpty && !hasLeft && waitForArrival(&until) {}
    }
    swap(&batch.events, &waiting)
    swap(&skipped, &first)
    swap(&batch.lostCount, &lostCount)
    pthread_mutex_unlock(lock)
    batch.events.removeFirst(skipped)
    return batch
  }
}
