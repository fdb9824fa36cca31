// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Counts what one thread has made and another has not taken yet, and lets that one wait. Not for the audio thread.
public final class Semaphore: @unchecked Sendable {
  private let count: UnsafeMutablePointer<sem_t>

  /// Nothing was made.
  public init() {
    count = .allocate(capacity: 1)
    sem_init(count, 0, 0)
  }

  deinit {
    sem_destroy(count)
    count.deallocate()
  }

  /// Something more was made.
  public func signal() { sem_post(count) }

  /// Takes one, and waits until there is one.
  public func wait() { while sem_wait(count) != 0 && errno == EINTR {} }
}
