// SPDX-License-Identifier: GPL-3.0-or-later
import CThreads
import Glibc

/// A value that one thread at a time uses, even while it waits for something. `Mutex` is for short
/// uses. Not for the audio thread.
public final class Locked<Value>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// A value that nothing else holds.
  public init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    // A thread that holds it up gets a higher priority.
    pthread_mutexattr_setprotocol(&attributes, Int32(PTHREAD_PRIO_INHERIT))
    pthread_mutex_init(lock, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Uses the value as soon as no other thread does.
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if rt_is_simulated() {
      while pthread_mutex_trylock(lock) != 0 { MonotonicClock.sleep(microseconds: 100) }
    } else {
      pthread_mutex_lock(lock)
    }
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }

  /// Uses the value; nil if another thread uses it.
  public func withLockIfAvailable<Result>(_ body: (inout Value) -> Result) -> Result? {
    guard pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { pthread_mutex_unlock(lock) }
    return body(&value)
  }
}
