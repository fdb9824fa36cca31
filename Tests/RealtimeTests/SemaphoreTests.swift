// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import TestSupport
import Testing

/// By the system's clock; `WorldTests` has semaphores in a world.
@Suite(.waiting) struct SemaphoreTests {
  private let semaphore = Semaphore()

  @Test("signals are taken at once, as often as they were made")
  func counts() {
    for _ in 0..<2 { semaphore.signal() }
    #expect(semaphore.wait(seconds: 0) && semaphore.wait(seconds: 0))
    #expect(!semaphore.wait(seconds: 0))
  }

  @Test("a waiting thread goes on once a signal is made")
  func wakes() throws {
    let (semaphore, answer) = (semaphore, Semaphore())
    let thread = try #require(
      WorkThread {
        if semaphore.wait(seconds: Double(FarLimit.seconds)) { answer.signal() }
      })
    semaphore.signal()
    #expect(answer.wait(seconds: Double(FarLimit.seconds)))
    thread.join()
  }

  @Test("a missing signal is waited for until the time is up, asleep")
  func time() {
    let (start, sleeps) = (MonotonicClock.now, sleepCount)
    #expect(!semaphore.wait(seconds: 0.1))
    #expect(MonotonicClock.now - start >= .milliseconds(100))
    #expect(sleepCount - sleeps < 10)
  }

  /// How often this thread has gone to sleep.
  private var sleepCount: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(1), &usage)  // RUSAGE_THREAD
    return usage.ru_nvcsw
  }
}
