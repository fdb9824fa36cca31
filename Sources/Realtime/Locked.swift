// SPDX-License-Identifier: GPL-3.0-or-later
import CThreads
import Glibc

/// A value that one thread at a time uses, also for as long as it waits for something: `Mutex` is for what takes a moment. Not
/// for the audio thread.
public final class Locked<Value>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// A value that nobody else holds on to.
  public init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    // Whoever holds it up is hurried on.
    pthread_mutexattr_setprotocol(&attributes, Int32(PTHREAD_PRIO_INHERIT))
    pthread_mutex_init(lock, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Uses the value, once no other thread does.
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

  /// Uses the value, unless another thread does; nil then.
  public func withLockIfAvailable<Result>(_ body: (inout Value) -> Result) -> Result? {
    guard pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { pthread_mutex_unlock(lock) }
    return body(&value)
  }
}
